// Looking a pattern up by name.

#include "pattern/pattern.h"

namespace weft {

Result<const PatternSpec*> find_pattern(std::string_view id) {
  return find_row(patterns::all(), "pattern", id);
}

}  // namespace weft

// Looking up rows of generated tables.

#include "base/table.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {

std::string table_id(std::string_view id) {
  std::string out(id);
  std::ranges::replace(out, '-', '_');
  return out;
}

Error no_such_row(std::string_view kind, std::string_view id,
                  std::span<const std::string_view> ids) {
  return Error{fmt::format("no {} '{}'{}", kind, printable(id), did_you_mean(table_id(id), ids)),
               {},
               fmt::format("there are: {}", fmt::join(ids, ", ")),
               {}};
}

}  // namespace weft

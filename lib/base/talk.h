// What is said to the person beside the result: on standard error, and it never fails. A closed
// pipe or a lost terminal must not end a run.
#pragma once

#include <fmt/core.h>

#include <string_view>
#include <utility>

namespace weft {

void talk_text(std::string_view text);

template <class... Arguments>
void talk(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  talk_text(fmt::format(format, std::forward<Arguments>(arguments)...));
}

}  // namespace weft

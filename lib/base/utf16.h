// UTF-16, as some shells and workbooks write text files, into UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weft {

// The text in UTF-8 when `raw` is UTF-16: it begins with a byte-order mark, or with an ASCII
// character in two bytes. Halves of a pair that stand alone become U+FFFD; so does an odd byte at
// the end.
std::optional<std::string> utf16_text(std::string_view raw);

}  // namespace weft

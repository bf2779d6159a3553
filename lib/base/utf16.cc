// UTF-16 to UTF-8; see utf16.h.

#include "base/utf16.h"

#include <cstdint>

namespace weft {
namespace {

void append_utf8(std::string& out, std::uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 0x3F));
    out += static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out += static_cast<char>(0x80 | (c & 0x3F));
  }
}

// Halves of a pair that stand alone become U+FFFD; so does a last odd byte.
std::string from_utf16(std::string_view raw, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const auto first = static_cast<std::uint8_t>(raw[i]);
    const auto second = static_cast<std::uint8_t>(raw[i + 1]);
    return static_cast<std::uint32_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  std::string out;
  std::size_t i = 0;
  for (; i + 1 < raw.size(); i += 2) {
    std::uint32_t c = unit(i);
    if (c >= 0xD800 && c < 0xDC00 && i + 3 < raw.size() && unit(i + 2) >= 0xDC00 &&
        unit(i + 2) < 0xE000) {
      c = 0x10000 + ((c - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (c >= 0xD800 && c < 0xE000) {
      c = 0xFFFD;
    }
    append_utf8(out, c);
  }
  if (i < raw.size()) append_utf8(out, 0xFFFD);
  return out;
}

}  // namespace

std::optional<std::string> utf16_text(std::string_view raw) {
  using namespace std::string_view_literals;
  if (raw.starts_with("\xFF\xFE"sv)) return from_utf16(raw.substr(2), false);
  if (raw.starts_with("\xFE\xFF"sv)) return from_utf16(raw.substr(2), true);
  if (raw.size() < 4) return {};
  const auto ascii = [](char c) { return c > 0; };
  if (ascii(raw[0]) && raw[1] == 0 && ascii(raw[2]) && raw[3] == 0) return from_utf16(raw, false);
  if (raw[0] == 0 && ascii(raw[1]) && raw[2] == 0 && ascii(raw[3])) return from_utf16(raw, true);
  return {};
}

}  // namespace weft

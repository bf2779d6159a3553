// Terminal lines; see text_lines.h.

#include "reports/text_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "reports/words.h"

namespace weft {
namespace {

bool is_wide(std::uint32_t c) {  // East Asian wide and emoji, roughly as terminals take them
  return c >= 0x1100 &&
         (c <= 0x115F || (c >= 0x2E80 && c <= 0xA4CF) || (c >= 0xAC00 && c <= 0xD7A3) ||
          (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFE30 && c <= 0xFE6F) ||
          (c >= 0xFF00 && c <= 0xFF60) || (c >= 0xFFE0 && c <= 0xFFE6) ||
          (c >= 0x1F300 && c <= 0x1FAFF) || (c >= 0x20000 && c <= 0x3FFFD));
}

// Words longer than the line are cut, so that a hostile name cannot break the page.
std::string_view front_that_fits(std::string_view text, std::size_t width) {
  std::size_t end = 0;
  while (end < text.size()) {
    std::size_t next = end + 1;
    while (next < text.size() && (static_cast<unsigned char>(text[next]) & 0xC0) == 0x80) ++next;
    if (end > 0 && width_of(text.substr(0, next)) > width) break;
    end = next;
  }
  return text.substr(0, end);
}

}  // namespace

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::size_t length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
    std::uint32_t value = byte & (length == 1 ? 0x7F : 0xFF >> (length + 1));
    for (std::size_t k = 1; k < length && i + k < text.size(); ++k)
      value = value << 6 | (static_cast<unsigned char>(text[i + k]) & 0x3F);
    const bool combining = value >= 0x300 && value <= 0x36F;
    width += combining ? 0 : is_wide(value) ? 2 : 1;
    i += length;
  }
  return width;
}

std::string shortened(const std::string& text, std::size_t most, std::string_view mark) {
  std::vector<std::string> parts;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) parts.emplace_back();
    parts.back() += c;
  }
  const std::size_t kept = most - std::min(most, width_of(mark));
  if (width_of(text) <= most || parts.size() <= kept) return text;
  const std::size_t front = (kept + 1) / 2;
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i == front) out += mark;
    if (i < front || i + (kept - front) >= parts.size()) out += parts[i];
  }
  return out;
}

std::string padded(std::string_view text, std::size_t width) {
  const std::size_t own = width_of(text);
  return std::string(text) + std::string(own < width ? width - own : 0, ' ');
}

std::string padded_left(std::string_view text, std::size_t width) {
  const std::size_t own = width_of(text);
  return std::string(own < width ? width - own : 0, ' ') + std::string(text);
}

std::string TextLines::coloured(std::string_view code, std::string_view text) const {
  return style_.colour ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

std::string TextLines::faint(std::string_view text) const { return coloured("2", text); }
std::string TextLines::strong(std::string_view text) const { return coloured("1", text); }

std::string TextLines::verdict(Verdict verdict, std::size_t width) const {
  static constexpr std::array<std::string_view, 5> codes{"32", "2", "33", "35", "1;31"};
  std::string name(word(verdict));
  if (verdict == Verdict::fail || verdict == Verdict::unknown)
    std::ranges::transform(name, name.begin(), [](char c) { return static_cast<char>(c - 32); });
  return coloured(codes[static_cast<std::size_t>(verdict)], padded(name, width));
}

void TextLines::line(std::string_view text) {
  while (text.ends_with(' ')) text.remove_suffix(1);
  sink_(text);
  sink_("\n");
}

void TextLines::heading(std::string_view title) {
  line();
  line(strong(title));
}

void TextLines::wrapped(std::string_view first, std::size_t indent, std::string_view text) {
  const std::size_t columns = static_cast<std::size_t>(std::max(style_.columns, 40));
  const std::size_t room = columns > indent + 20 ? columns - indent : 20;
  std::string so_far(first);
  std::size_t used = 0;
  for (std::string_view rest : words(text)) {
    while (!rest.empty()) {
      const bool begins = used == 0;
      if (!begins && used + 1 + width_of(rest) > room) {
        line(so_far);
        so_far.assign(indent, ' ');
        used = 0;
        continue;
      }
      const std::string_view part = front_that_fits(rest, begins ? room : room - used - 1);
      if (!begins) so_far += ' ';
      so_far += part;
      used += (begins ? 0 : 1) + width_of(part);
      rest.remove_prefix(part.size());
    }
  }
  line(so_far);
}

void TextLines::labelled(std::string_view label, std::string_view device_text) {
  if (device_text.empty()) return;
  wrapped(fmt::format("           {} ", faint(padded(label, 8))), 20, visible(device_text));
}

void TextLines::and_more(std::size_t all, std::size_t shown) {
  if (all > shown)
    line(fmt::format("  and {} more; run.json has all",
                     thousands(static_cast<std::int64_t>(all - shown))));
}

}  // namespace weft

// What the readers share.

#include "import/import.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace weft {

std::vector<std::string_view> head_columns(std::string_view line) {
  std::vector<std::string_view> out;
  std::size_t begin = std::string_view::npos;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    const bool ends = i == line.size() || line[i] == '\t' ||
                      (line[i] == ' ' && (i + 1 == line.size() || line[i + 1] == ' ' ||
                                          line[i + 1] == '\t' || begin == std::string_view::npos));
    if (!ends && begin == std::string_view::npos) begin = i;
    if (!ends || begin == std::string_view::npos) continue;
    out.push_back(line.substr(begin, i - begin));
    begin = std::string_view::npos;
  }
  return out;
}

std::optional<std::int64_t> whole(std::string_view text) {
  const auto value = parse_uint(text);
  if (!value || *value > INT64_MAX) return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

Nanos from_us(double us) { return Nanos(static_cast<std::int64_t>(std::llround(us * 1e3))); }
BitRate from_gigabytes(double gigabytes) { return {gigabytes * 8e9}; }
BitRate from_mebibytes(double mebibytes) { return {mebibytes * 8 * 1048576}; }
BitRate from_megabytes(double megabytes) { return {megabytes * 8e6}; }

std::string at_line(std::size_t line, std::string_view what) {
  return fmt::format("line {}: {}", line, what);
}

}  // namespace weft

// Results of other tools, as a site already has them. One reader a tool; each takes the text that
// the tool printed and gives numbers in our units. Columns are found by their names, units are
// taken from the file or worked out from its other numbers, never assumed; what a file does not
// hold stays absent.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/table.h"
#include "model/imported.h"

namespace weft {

struct ImportSpec {
  std::string_view title, about;
  // Error: with line, where the text is none of this tool's or holds no result at all.
  Result<Imported> (*read)(std::string_view text, const std::string& file);
};

namespace importers {
std::span<const Row<ImportSpec>> all();
}

// Columns of a head: two or more spaces, or a tab, separate.
std::vector<std::string_view> head_columns(std::string_view line);

// A whole number or none; a decimal number with a point or none.
std::optional<std::int64_t> whole(std::string_view text);

Nanos from_us(double us);
BitRate from_gigabytes(double gigabytes);  // 10^9 bytes a second
BitRate from_mebibytes(double mebibytes);  // 2^20 bytes a second
BitRate from_megabytes(double megabytes);  // 10^6 bytes a second

std::string at_line(std::size_t line, std::string_view what);  // "line 12: ..."

}  // namespace weft

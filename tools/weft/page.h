// Text for a terminal: wrapped paragraphs and tables, 100 columns wide.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

constexpr std::size_t page_width = 100;

// Columns that `text` takes: code points, which is near enough for the words printed here.
std::size_t columns_of(std::string_view text);

// The lines of `text`, broken between words at `width`. Line ends in `text` stay; a line that
// begins with a space is kept as it is.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

// Wrapped, each line behind `indent` spaces.
std::string paragraph(std::string_view text, std::size_t indent, std::size_t width = page_width);

// Rows of cells under a line of headings. A column is as wide as its widest cell, at most its
// limit (0: none); the last one takes what is left of the page. Cells wrap.
struct Column {
  std::string_view heading;
  std::size_t limit = 0;
};
std::string grid(const std::vector<Column>& columns,
                 const std::vector<std::vector<std::string>>& rows);

}  // namespace weft

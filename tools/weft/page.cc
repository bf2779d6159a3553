// See page.h.

#include "page.h"

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

std::string padded(std::string text, std::size_t width) {
  const std::size_t columns = columns_of(text);
  if (columns < width) text.append(width - columns, ' ');
  return text;
}

// One row: as many lines as its tallest cell.
std::string row_text(const std::vector<std::string>& cells,
                     const std::vector<std::size_t>& widths) {
  std::vector<std::vector<std::string>> lines;
  std::size_t height = 1;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    lines.push_back(wrapped(cells[i], widths[i]));
    height = std::max(height, lines.back().size());
  }
  std::string out;
  for (std::size_t k = 0; k < height; ++k) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += padded(k < lines[i].size() ? lines[i][k] : "", widths[i]) + "  ";
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::vector<std::string> wrapped(std::string_view text, std::size_t width) {
  std::vector<std::string> out;
  for (const std::string_view line : lines(text)) {
    if (line.starts_with(' ') || columns_of(line) <= width) {
      out.emplace_back(line);
      continue;
    }
    std::string current;
    for (const std::string_view word : words(line)) {
      if (!current.empty() && columns_of(current) + 1 + columns_of(word) > width) {
        out.push_back(std::move(current));
        current.clear();
      }
      if (!current.empty()) current += ' ';
      current += word;
    }
    out.push_back(std::move(current));
  }
  return out;
}

std::string paragraph(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out;
  for (const std::string& line : wrapped(text, width - indent)) {
    if (!line.empty()) out.append(indent, ' ');
    out += line + "\n";
  }
  return out;
}

std::string grid(const std::vector<Column>& columns,
                 const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  std::vector<std::string> headings;
  std::size_t used = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    headings.emplace_back(columns[i].heading);
    std::size_t width = columns_of(columns[i].heading);
    for (const auto& row : rows)
      for (const std::string_view line : lines(row[i])) width = std::max(width, columns_of(line));
    if (columns[i].limit > 0) width = std::min(width, columns[i].limit);
    if (i + 1 == columns.size()) width = std::max<std::size_t>(20, page_width - used);
    used += width + 2;
    widths.push_back(width);
  }
  std::string out = row_text(headings, widths);
  for (const auto& row : rows) out += row_text(row, widths);
  return out;
}

}  // namespace weft

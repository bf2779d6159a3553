// Rows of comma-separated text; see csv_rows.h.

#include "plan/csv_rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "plan/builder.h"

namespace weft {

bool CsvRow::empty() const { return filled() == 0; }

std::size_t CsvRow::filled() const {
  return static_cast<std::size_t>(
      std::count_if(cells.begin(), cells.end(), [](const auto& cell) { return !cell.empty(); }));
}

const std::string& CsvRow::cell(std::size_t column) const {
  static const std::string none;
  return column < cells.size() ? cells[column] : none;
}

void CsvRows::line_end() {
  ++line_;
  line_start_ = at_ + 1;
}

// At an opening quote. False when no closing one follows: nothing is taken then.
bool CsvRows::quoted(std::string& cell) {
  const std::size_t open = at_, open_line_start = line_start_;
  const std::uint32_t open_line = line_;
  std::string what = "this quote is never closed: read as a plain character";
  std::size_t separators = 0;  // of the line within the quotes
  for (++at_; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    if (c == '"') {
      if (at_ + 1 >= text_.size() || text_[at_ + 1] != '"') return ++at_, true;
      ++at_;
    } else if (c == '\n') {
      line_end();
      separators = 0;
    }
    if (c == separator_) ++separators;
    if (line_ > open_line && columns_ > 1 && separators + 1 >= columns_) {
      what = fmt::format("this quote swallows line {}: read as a plain character", line_);
      break;
    }
    cell += c;
  }
  if (troubles_.size() < 100)
    troubles_.push_back({std::move(what),
                         {{}, open_line, static_cast<std::uint32_t>(open - open_line_start + 1)},
                         "is a quote missing? within quotes it is written twice",
                         {}});
  cell.clear();
  at_ = open, line_ = open_line, line_start_ = open_line_start;
  return false;
}

bool CsvRows::next(CsvRow& row) {
  if (at_ >= text_.size()) return false;
  row.line = line_;
  std::size_t n = 0;
  for (;;) {
    if (n >= row.cells.size()) row.cells.emplace_back();
    std::string& cell = row.cells[n++];
    cell.clear();
    std::size_t begin = at_;
    while (begin < text_.size() &&
           (text_[begin] == ' ' || (text_[begin] == '\t' && separator_ != '\t')))
      ++begin;
    if (begin < text_.size() && text_[begin] == '"') {
      const std::size_t before = at_;
      at_ = begin;
      if (!quoted(cell)) at_ = before;
    }
    const std::size_t rest = at_;
    while (at_ < text_.size() && text_[at_] != separator_ && text_[at_] != '\n') ++at_;
    cell.append(text_, rest, at_ - rest);
    if (const std::string_view kept = trim_cell(cell); kept.size() != cell.size())
      cell = std::string(kept);
    if (at_ < text_.size() && text_[at_] == separator_) {
      ++at_;
      if (at_ < text_.size()) continue;
      if (n >= row.cells.size()) row.cells.emplace_back();
      row.cells[n++].clear();  // an empty last cell
    }
    break;
  }
  if (at_ < text_.size()) {
    line_end();
    ++at_;
  }
  row.cells.resize(n);
  return true;
}

}  // namespace weft

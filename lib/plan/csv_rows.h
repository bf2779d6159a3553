// Rows of comma-separated text as RFC 4180 and spreadsheets write it: quotes, doubled quotes, line
// ends within quotes, LF or CRLF.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

struct CsvRow {
  std::vector<std::string> cells;  // trimmed
  std::uint32_t line = 0;          // where it begins

  bool empty() const;
  std::size_t filled() const;                         // cells that are not empty
  const std::string& cell(std::size_t column) const;  // "" beyond the end
};

class CsvRows {
 public:
  // `columns`, when known, tells a cell of several lines from a quote that swallows rows.
  CsvRows(std::string_view text, char separator, std::size_t columns = 0)
      : text_(text), separator_(separator), columns_(columns) {}

  bool next(CsvRow& row);  // false at the end; `row` is reused
  // Quotes that are never closed or swallow rows; they are then read as a plain character.
  const std::vector<Error>& troubles() const { return troubles_; }

 private:
  bool quoted(std::string& cell);
  void line_end();

  std::string_view text_;
  char separator_;
  std::size_t columns_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_start_ = 0;
  std::vector<Error> troubles_;
};

}  // namespace weft

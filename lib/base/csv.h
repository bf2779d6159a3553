// Small tables with a header line: comma, semicolon or tab between cells, quotes as RFC 4180 has
// them, a byte-order mark and CRLF allowed. Cells are trimmed; a short row has empty cells.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

struct Table {
  struct TableRow {
    std::uint32_t line = 0;  // where it begins
    std::vector<std::string> cells;
  };
  std::vector<std::string> columns;  // lower case
  std::vector<TableRow> rows;        // as many cells as columns, or more

  // The column of that name or of one of its other names, -1 when there is none.
  int column(std::initializer_list<std::string_view> names) const;
};

// Error: no header line, or a quote that is never closed (with its line). Lines of blanks and lines
// that begin with '#' are left out.
Result<Table> parse_table(std::string_view text, const std::string& file);

}  // namespace weft

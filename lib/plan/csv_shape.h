// Where a cable list begins: its separator and its header row, below titles, of one line or two.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "plan/csv_columns.h"

namespace weft {

struct CsvShape {
  char separator = ',';
  Columns columns;
  bool headerless = false;
};

// Looks at the first 30 rows with each separator. Without a header: four columns of which no cell
// is empty are from, from_port, to, to_port. Nothing when it is no cable list.
std::optional<CsvShape> find_csv_shape(std::string_view text);

// The error for that, with what to do about it.
Failure no_csv_shape(std::string_view text, const std::string& file);

bool is_comment_row(const CsvRow& row);

}  // namespace weft

// The header of a cable list; see csv_shape.h.

#include "plan/csv_shape.h"

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

constexpr std::size_t header_rows = 30;  // a header further down is none
constexpr std::size_t most_columns = 300;

std::vector<CsvRow> first_rows(std::string_view text, char separator) {
  CsvRows rows(text, separator);
  std::vector<CsvRow> out;
  CsvRow row;
  while (out.size() < header_rows && rows.next(row)) out.push_back(row);
  return out;
}

// "from,from_port,to,to_port"; else `sides_only` keeps "from,to", which may also be the upper line
// of a header of two lines.
std::optional<CsvShape> with_header(std::string_view text, char separator,
                                    std::optional<CsvShape>& sides_only) {
  const std::vector<CsvRow> rows = first_rows(text, separator);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].cells.size() > most_columns) continue;
    Columns columns = columns_of(rows[i], i > 0 ? &rows[i - 1] : nullptr);
    if (!columns.complete()) columns = columns_of(rows[i], nullptr);
    if (!columns.complete()) continue;
    if (columns.find(ColumnKind::port, 0)) return CsvShape{separator, std::move(columns), false};
    if (!sides_only) sides_only = CsvShape{separator, std::move(columns), false};
  }
  return {};
}

std::optional<CsvShape> headerless(std::string_view text, char separator) {
  std::size_t full = 0;
  for (const CsvRow& row : first_rows(text, separator)) {
    if (row.empty() || is_comment_row(row)) continue;
    if (row.cells.size() != 4 || row.filled() != 4) return {};
    ++full;
  }
  if (full == 0) return {};
  CsvShape shape{separator, {}, true};
  for (const std::string_view name : {"from", "from_port", "to", "to_port"})
    shape.columns.list.push_back(classify_column(name));
  return shape;
}

}  // namespace

bool is_comment_row(const CsvRow& row) { return row.cell(0).starts_with("#"); }

std::optional<CsvShape> find_csv_shape(std::string_view text) {
  std::string_view separators = ",;\t|";
  if (text.starts_with("sep=") && text.size() > 4) separators = text.substr(4, 1);
  std::optional<CsvShape> sides_only;
  for (const char separator : separators)
    if (auto shape = with_header(text, separator, sides_only)) return shape;
  if (sides_only) return sides_only;
  for (const char separator : separators)
    if (auto shape = headerless(text, separator)) return shape;
  return {};
}

Failure no_csv_shape(std::string_view text, const std::string& file) {
  const std::string head = lower(text.substr(0, 4096));
  std::string hint =
      "expected a header such as from,from_port,to,to_port or NetBox's "
      "side_a_device,side_a_name,side_b_device,side_b_name";
  if (head.find("termination_a_id") != std::string::npos)
    hint =
        "this export of NetBox names its ends by number only: export the cable table with all "
        "columns (Device A, Termination A, ...)";
  else if (head.find("termination a") != std::string::npos)
    hint =
        "this view of NetBox leaves the devices out: add the columns Device A and Device B, or "
        "export all data";
  return fail_at({file, 1, 0}, "no header row that names two devices in the first 30 rows", hint);
}

}  // namespace weft

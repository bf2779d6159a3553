// Tables with a header; see csv.h.

#include "base/csv.h"

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

class Cells {
 public:
  explicit Cells(std::string_view text) : text_(text) {}

  bool done() const { return at_ >= text_.size(); }
  std::uint32_t line() const { return line_; }

  // The next line's cells; false when a quote is not closed.
  bool row(char separator, std::vector<std::string>& out) {
    out.clear();
    std::string cell;
    for (bool quoted = false;; ++at_) {
      if (done()) {
        out.emplace_back(trim(cell));
        return !quoted;
      }
      const char c = text_[at_];
      if (c == '\n') ++line_;
      if (quoted) {
        if (c != '"')
          cell += c;
        else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"')
          cell += text_[++at_];
        else
          quoted = false;
      } else if (c == '"' && trim(cell).empty()) {
        quoted = true;
        cell.clear();
      } else if (c == '\n') {
        ++at_;
        out.emplace_back(trim(cell));
        return true;
      } else if (c == separator) {
        out.emplace_back(trim(cell));
        cell.clear();
      } else {
        cell += c;
      }
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

char separator_of(std::string_view header) {
  char best = ',';
  for (const char c : {';', '\t'})
    if (std::ranges::count(header, c) > std::ranges::count(header, best)) best = c;
  return best;
}

bool blank(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, [](const std::string& c) { return c.empty(); }) ||
         cells.front().starts_with('#');
}

}  // namespace

int Table::column(std::initializer_list<std::string_view> names) const {
  for (const std::string_view name : names)
    for (std::size_t i = 0; i < columns.size(); ++i)
      if (columns[i] == name) return static_cast<int>(i);
  return -1;
}

Result<Table> parse_table(std::string_view text, const std::string& file) {
  const std::string clean = valid_utf8(text);
  std::string_view rest = clean;
  if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
  const char separator = separator_of(rest.substr(0, rest.find('\n')));
  Table table;
  std::vector<std::string> cells;
  for (Cells reader(rest); !reader.done();) {
    const std::uint32_t line = reader.line();
    if (!reader.row(separator, cells))
      return fail_at({file, line, 1}, "a quote that begins here is never closed");
    if (blank(cells)) continue;
    if (table.columns.empty()) {
      for (const std::string& cell : cells) table.columns.push_back(lower(cell));
    } else {
      if (cells.size() < table.columns.size()) cells.resize(table.columns.size());
      table.rows.push_back({line, cells});
    }
  }
  if (table.columns.empty())
    return fail_at({file, 1, 1}, "is empty, expected a table with a header");
  return table;
}

}  // namespace weft

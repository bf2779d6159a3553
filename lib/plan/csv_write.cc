// A plan as from,from_port,to,to_port,...: only the columns that hold something.

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "plan/csv_columns.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft {
namespace {

std::string cell(std::string_view text) {
  const bool quotes =
      text.find_first_of(",\"\r\n;") != std::string_view::npos ||
      (!text.empty() && (text.front() == ' ' || text.back() == ' ' || text.front() == '#'));
  if (!quotes) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? "\"\"" : std::string(1, c);
  return out + '"';
}

using Row = std::map<std::string, std::string>;

class Writer {
 public:
  Writer(const Plan& plan, std::vector<std::string>& lost) : plan_(plan), lost_(lost) {}

  std::string run() {
    for (const Node& node : plan_.nodes) node_fields_[node.name] = fields_of(node);
    for (const Link& link : plan_.links) add(link);
    for (const Port& port : plan_.open_ports) add_open(port);
    tell_losses();
    return text();
  }

 private:
  Row fields_of(const Node& node) {
    Row out;
    for (auto& [name, value] : node_fields(node, unheld_))
      if (node.attributes.contains(name))
        unheld_.push_back(name);
      else
        out.emplace(name, std::move(value));
    return out;
  }

  void end(Row& row, std::string_view side, const Port& port) {
    if (port.node.empty()) return;
    row[fmt::format("{}", side)] = port.node;
    row[fmt::format("{}_port", side)] = port.name;
    shown_.insert(port.node);
    for (const auto& [name, value] : node_fields_[port.node])
      row[fmt::format("{}_{}", side, name)] = value;
  }

  void add(const Link& link) {
    Row row;
    end(row, "from", link.a);
    end(row, "to", link.b);
    for (auto& [name, value] : link_fields(link, unheld_)) {
      // An attribute whose name would be read as a column of ours cannot be told from it.
      const bool ours = !link.attributes.contains(name);
      const CsvColumn column = classify_column(name);
      if (!ours && (column.kind != ColumnKind::kept || column.side != -1))
        unheld_.push_back(name);
      else
        row.emplace(name, std::move(value));
    }
    if (!link.far_end_known() && link.through.empty()) row["to"] = "exit";
    rows_.push_back(std::move(row));
  }

  void add_open(const Port& port) {
    Row row;
    end(row, "from", port);
    rows_.push_back(std::move(row));
  }

  void tell_losses() {
    std::size_t alone = 0;
    for (const Node& node : plan_.nodes) alone += shown_.contains(node.name) ? 0 : 1;
    if (alone > 0) lost_.push_back(count_of(alone, "device") + " without a cable");
    std::vector<std::string> whole;
    for (const auto& [name, value] : intent_fields(plan_.intent)) whole.push_back(name);
    for (const auto& [name, value] : plan_.attributes) whole.push_back(name);
    if (!whole.empty())
      lost_.push_back("what is said of the whole plan: " + weft::join(whole, ", "));
    const std::set<std::string> names(unheld_.begin(), unheld_.end());
    if (!names.empty())
      lost_.push_back("attributes: " +
                      join(std::vector<std::string>(names.begin(), names.end()), ", "));
  }

  std::string text() const {
    std::vector<std::string> header = {"from", "from_port", "to", "to_port"};
    std::set<std::string> seen(header.begin(), header.end());
    std::set<std::string> more;
    for (const Row& row : rows_)
      for (const auto& [name, value] : row)
        if (!seen.contains(name)) more.insert(name);
    constexpr std::string_view first[] = {"label", "cable_type", "length_m", "status",
                                          "rate",  "rail",       "through",  "full_domain"};
    for (const std::string_view name : first)
      if (more.erase(std::string(name)) > 0) header.emplace_back(name);
    header.insert(header.end(), more.begin(), more.end());
    std::string out;
    for (const std::string& name : header) out += (out.empty() ? "" : ",") + cell(name);
    out += '\n';
    for (const Row& row : rows_) {
      for (std::size_t i = 0; i < header.size(); ++i) {
        if (i > 0) out += ',';
        if (const auto at = row.find(header[i]); at != row.end()) out += cell(at->second);
      }
      out += '\n';
    }
    return out;
  }

  const Plan& plan_;
  std::vector<std::string>& lost_;
  std::vector<std::string> unheld_;
  std::unordered_map<std::string, Row> node_fields_;
  std::set<std::string> shown_;
  std::vector<Row> rows_;
};

}  // namespace

std::string write_csv(const Plan& plan, std::vector<std::string>& lost) {
  return Writer(plan, lost).run();
}

}  // namespace weft

// See collect_output.h.

#include "collect_output.h"

#include <fmt/format.h>

#include "base/fields.h"
#include "base/talk.h"
#include "base/text.h"
#include "command.h"

namespace weft {
namespace {

struct NodeRow {
  std::string node;
  bool reached = false;
  std::optional<std::int64_t> neighbours;  // absent: not read

  static constexpr auto fields() {
    return std::tuple{field("node", &NodeRow::node), field("reached", &NodeRow::reached),
                      field("neighbours", &NodeRow::neighbours)};
  }
};

struct CollectReport {
  std::string schema = "1.0";
  std::string site;
  Verdict verdict = Verdict::unknown;
  std::vector<NodeRow> nodes;
  std::vector<Gap> gaps;
  std::vector<std::string> warnings;

  static constexpr auto fields() {
    return std::tuple{
        field("schema", &CollectReport::schema),   field("site", &CollectReport::site),
        field("verdict", &CollectReport::verdict), field("nodes", &CollectReport::nodes),
        field("gaps", &CollectReport::gaps),       field("warnings", &CollectReport::warnings)};
  }
};

CollectReport report_of(const std::vector<Collected>& all, const std::string& site) {
  CollectReport out;
  out.site = site;
  out.verdict = Verdict::pass;
  for (const Collected& one : all) {
    NodeRow row{one.name, one.reached, {}};
    if (one.has_neighbours) row.neighbours = static_cast<std::int64_t>(one.neighbours);
    out.nodes.push_back(row);
    out.gaps.insert(out.gaps.end(), one.gaps.begin(), one.gaps.end());
    out.warnings.insert(out.warnings.end(), one.warnings.begin(), one.warnings.end());
    if (!one.gaps.empty()) out.verdict = Verdict::unknown;
  }
  return out;
}

std::string text_of(const CollectReport& report) {
  std::size_t reached = 0, heard = 0;
  std::int64_t neighbours = 0;
  for (const NodeRow& row : report.nodes) {
    reached += row.reached;
    heard += row.neighbours.has_value();
    neighbours += row.neighbours.value_or(0);
  }
  std::string out = fmt::format("{}: {} of {} read, {} with LLDP data ({})\n", report.site, reached,
                                count_of(report.nodes.size(), "node"), heard,
                                count_of(static_cast<std::size_t>(neighbours), "neighbour"));
  for (const Gap& gap : report.gaps)
    out += fmt::format("  not seen  {}: {}: {}\n", gap.subject, gap.what, gap.why);
  for (const std::string& warning : report.warnings)
    out += fmt::format("  warning   {}\n", warning);
  return out;
}

}  // namespace

void talk_collected(const Collected& one, std::size_t done, std::size_t of) {
  talk("[{}/{}] {}{}\n", done, of, one.name,
       one.gaps.empty() ? "" : fmt::format(": {}", count_of(one.gaps.size(), "gap")));
}

int print_collected(const std::vector<Collected>& all, const std::string& site, bool json) {
  const CollectReport report = report_of(all, site);
  return print_result(json ? to_json_text(report, 2) + "\n" : text_of(report),
                      exit_code_of(report.verdict));
}

}  // namespace weft

// Running a group of checks and writing what they say; see findings_report.h.

#include "check/findings_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/cabling_report.h"
#include "check/whole_nodes.h"

namespace weft {
namespace {

std::string summary_of(const FindingsReport& report) {
  std::map<Verdict, std::size_t, std::greater<>> counts;
  for (const Finding& f : report.findings) ++counts[f.verdict];
  std::vector<std::string> parts;
  for (const auto& [verdict, n] : counts) parts.push_back(fmt::format("{} {}", n, word(verdict)));
  const std::string judged = fmt::format("{}: {} judged", report.what, report.judged);
  return parts.empty() ? judged + ", nothing found" : judged + ": " + join(parts, ", ");
}

bool is_switch(const Plan& plan, const std::string& name) {
  const auto node = std::ranges::find(plan.nodes, name, &Node::name);
  return node != plan.nodes.end() &&
         (node->role == Role::leaf || node->role == Role::spine || node->role == Role::superspine);
}

// Asked by name, and planned between switches, but no node gave this kind of data: unknown, where
// "all" only notes that a site has none of it.
std::vector<Finding> routing_not_seen(const CheckInput& input) {
  const auto links = std::ranges::count_if(input.plan.links, [&](const Link& link) {
    return link.far_end_known() && !link.disputed && link.status == LinkStatus::connected &&
           input.only.has(link) && is_switch(input.plan, link.a.node) &&
           is_switch(input.plan, link.b.node);
  });
  std::vector<Finding> out;
  const auto tell = [&](std::string check, bool seen, std::string what, std::string command) {
    if (links > 0 && !seen)
      out.push_back({std::move(check),
                     Verdict::unknown,
                     count_of(std::size_t(links), "planned link") + " between switches",
                     what + " on them",
                     fmt::format("no {} were collected of any node", what),
                     fmt::format("collect `{}` on the switches", command),
                     {}});
  };
  const auto& nodes = input.seen.nodes;
  tell("bgp_sessions",
       std::ranges::any_of(nodes, [](const NodeState& n) { return n.bgp_peers.has_value(); }),
       "BGP sessions", "show bgp summary json");
  tell("ecmp_width",
       std::ranges::any_of(nodes, [](const NodeState& n) { return n.routes.has_value(); }),
       "routes", "show ip route json");
  return out;
}

}  // namespace

Result<FindingsReport> run_checks(std::string_view group, const CheckInput& input,
                                  const std::vector<Waiver>& waivers, Instant now) {
  FindingsReport out;
  out.plan = input.plan.source;
  out.what = std::string(group);
  std::set<std::string> groups;
  bool any = false;
  for (const auto& [id, check] : checks::all()) {
    groups.insert(std::string(check.group));
    if (group != "all" && group != check.group) continue;
    any = true;
    CheckResult result = check.run(input);
    out.judged += static_cast<std::int64_t>(result.judged);
    for (Finding& f : result.findings) out.findings.push_back(std::move(f));
    for (std::string& note : result.notes) out.notes.push_back(std::move(note));
  }
  if (!any)
    return fail(fmt::format("no checks called '{}'", printable(group)),
                "there are: " + join({groups.begin(), groups.end()}, ", ") + ", all");
  if (group == "routing")
    for (Finding& f : routing_not_seen(input)) out.findings.push_back(std::move(f));
  for (const Finding& fault : input.plan_faults) out.findings.push_back(fault);
  std::ranges::stable_sort(out.findings, std::ranges::greater(), &Finding::verdict);
  out.waived = apply_waivers(waivers, now, out.findings, out.notes);
  fold_whole_nodes(input.plan, out.findings);
  out.warnings = input.seen.warnings;
  out.gaps = input.seen.gaps;
  out.verdict = out.judged > 0 ? Verdict::pass : Verdict::unknown;
  if (!out.gaps.empty()) out.verdict = Verdict::unknown;
  for (const Finding& f : out.findings) out.verdict = worst(out.verdict, f.verdict);
  out.summary = summary_of(out);
  return out;
}

std::string to_json(const FindingsReport& report) { return to_json_text(report, 2) + "\n"; }

std::string to_text(const FindingsReport& report, bool details) {
  std::string out = fmt::format("{}  {}\n", upper_word(report.verdict), report.summary);
  for (const Finding& f : report.findings) out += "\n" + finding_text(f, details);
  return out + closing_text(report.waived, report.notes, report.gaps, report.warnings);
}

}  // namespace weft

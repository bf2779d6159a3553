// A plan and all that was said about it as text, for goldens that a person can review.
#pragma once

#include <fmt/format.h>

#include "plan/lint.h"
#include "plan/plan.h"
#include "plan/text_fields.h"

namespace weft::test {

inline std::string fields_text(const TextFields& fields, const std::vector<std::string>& lost) {
  std::string out;
  for (const auto& [name, value] : fields) out += fmt::format(" {}={}", name, value);
  for (const std::string& name : lost) out += fmt::format(" {}=...", name);
  return out;
}

inline std::string describe(const Plan& plan) {
  std::string out;
  for (const Node& node : plan.nodes) {
    std::vector<std::string> lost;
    const TextFields fields = node_fields(node, lost);
    out += fmt::format("node {}{}{}\n", node.name,
                       node.role_guessed ? fmt::format(" ({}?)", word(node.role)) : "",
                       fields_text(fields, lost));
  }
  for (const Link& link : plan.links) {
    std::vector<std::string> lost;
    const TextFields fields = link_fields(link, lost);
    out += fmt::format("link {}: {} - {}{}{}\n", link.line.value_or(0), link.a.text(),
                       link.far_end_known() ? link.b.text() : "?", link.disputed ? " disputed" : "",
                       fields_text(fields, lost));
  }
  for (const Port& port : plan.open_ports) out += fmt::format("open {}\n", port.text());
  for (const auto& [name, value] : intent_fields(plan.intent))
    out += fmt::format("intent {}={}\n", name, value);
  for (const auto& [name, value] : plan.attributes)
    out += fmt::format("plan {}={}\n", name, to_text(value));
  return out;
}

inline std::string describe(const PlanRead& read) {
  std::string out = fmt::format("format {}\n{}", read.format, describe(read.plan));
  for (const Error& error : read.faults) out += "fault " + error.text() + "\n";
  for (const Error& error : read.warnings) out += "warning " + error.text() + "\n";
  for (const Error& error : read.notes) out += "note " + error.text() + "\n";
  for (const PlanFinding& found : lint(read.plan)) {
    const Finding& f = found.finding;
    out += fmt::format("{} {}: {} {}: {} | expected {}\n", found.place.text(), word(f.verdict),
                       f.check, f.subject, f.observed, f.expected);
  }
  return out;
}

}  // namespace weft::test

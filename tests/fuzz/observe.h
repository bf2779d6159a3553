// What any byte sequence must do in a collector: be read, or be an error with a place; and what was
// read can be written, and be checked against a plan.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "check/cabling_report.h"
#include "check/findings_report.h"
#include "observe/observe.h"

namespace weft {

inline const Plan& fuzz_site_plan() {
  static const Plan plan = [] {
    Plan made;
    for (const char* name : {"leaf1", "leaf2", "h1", "h2"}) made.nodes.emplace_back().name = name;
    for (const auto& [a, b] :
         {std::pair{"swp1", "h1"}, std::pair{"swp2", "h2"}, std::pair{"swp3s0", "h2"}}) {
      Link& link = made.links.emplace_back();
      link.a = {"leaf1", a};
      link.b = {b, a};
    }
    return made;
  }();
  return plan;
}

inline void fuzz_collector(std::string_view bytes, std::string_view id) {
  Notes notes{"leaf1", {}, {}};
  NodeState node;
  node.name = "leaf1";
  const auto row = find_row(collectors::all(), "collector", id);
  WEFT_ASSERT(row.has_value());
  const auto read = (*row)->parse({std::string(bytes), "fuzz", 0, ""}, node, notes);
  WEFT_ASSERT(read || (read.error().place.file == "fuzz" && !read.error().what.empty()));
  for (const std::string& warning : notes.warnings) WEFT_ASSERT(warning.starts_with("fuzz"));
  Snapshot seen;
  seen.nodes.push_back(std::move(node));
  const CheckInput input{fuzz_site_plan(), seen, {}, {}};
  const CablingReport report =
      cabling_report(check_cabling(input), fuzz_site_plan(), seen, {}, Instant{0});
  WEFT_ASSERT(parse_json(to_json(report), "report").has_value());
  (void)to_text(report, {true, true});
  const auto all = run_checks("all", input, {}, Instant{0});
  WEFT_ASSERT(all && parse_json(to_json(*all), "report").has_value());
}

}  // namespace weft

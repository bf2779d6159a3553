// A check: one question over a plan and what was seen, pure. The file's name is its id.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "check/fabric.h"
#include "check/selection.h"
#include "model/finding.h"

namespace weft {

struct CheckInput {
  const Plan& plan;  // without links when there is no plan
  const Snapshot& seen;
  const std::vector<Alias>& aliases;
  PlanPart only = {};
  std::vector<Finding> plan_faults = {};  // what its file has wrong; told whatever is asked

  bool has_plan() const { return !plan.links.empty(); }
};

struct CheckResult {
  std::vector<Finding> findings;
  std::vector<std::string> notes;  // what is worth a line but is no finding
  std::size_t judged = 0;          // things it could judge; 0 is no pass
};

struct Check {
  std::string_view title;
  std::string_view group;  // "cabling", "links", "routing", "qos": what `weft check` calls them
  std::string_view why;    // what goes wrong when it fails
  CheckResult (*run)(const CheckInput& input);
};

namespace checks {
std::span<const Row<Check>> all();
}

// Ports that two ends of a cable are, from the plan and from what was heard.
struct Joined {
  PortId a = nobody, b = nobody;
  const Link* link = nullptr;  // null when only heard
};

// Every selected planned link that is not known to be elsewhere, and every cable that was heard.
std::vector<Joined> joined_ports(FabricView& fabric, const CheckInput& input);

// "7 d 3 h", "26 s": for people, from milliseconds.
std::string span_text(std::int64_t milliseconds);

}  // namespace weft

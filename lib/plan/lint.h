// What is wrong with a plan in itself, before anything is looked at: ports used twice, names that
// may be one device, rails that cross, uplinks that differ, rates that rule adaptive routing out.
//
// Why it matters and where the rules come from: NVIDIA's Spectrum-X reference wiring (rail r of
// every node of a scalable unit on one leaf), Cumulus Linux 5.15 on adaptive routing (200G and 400G
// links of Spectrum-4 only).
#pragma once

#include <vector>

#include "model/finding.h"
#include "plan/plan.h"

namespace weft {

struct PlanFinding {
  Finding finding;
  Place place;  // the first place it is about
};

struct LintOptions {
  bool adaptive_routing = false;  // asked for, also when the plan does not say so
};

// Findings of all rules, none of which is `pass`, ordered by place.
std::vector<PlanFinding> lint(const Plan& plan, const LintOptions& options = {});

// The same for what the reader said: faults fail, warnings warn. Check id "plan_file".
std::vector<PlanFinding> findings_of(const PlanRead& read);

// The rules, one by one; each appends.
using PlanFindings = std::vector<PlanFinding>;
void lint_ports(const Plan& plan, PlanFindings& out);
void lint_names(const Plan& plan, PlanFindings& out);
void lint_rails(const Plan& plan, PlanFindings& out);
void lint_uplinks(const Plan& plan, PlanFindings& out);
void lint_spines(const Plan& plan, PlanFindings& out);
void lint_rates(const Plan& plan, bool adaptive_routing, PlanFindings& out);

Place place_of(const Plan& plan, const Link& link);

}  // namespace weft

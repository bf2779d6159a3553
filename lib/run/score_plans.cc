// The fabrics that are scored by default: small, and each with something the others have not.

#include "plan/make.h"
#include "plan/plan.h"
#include "run/score.h"

namespace weft {
namespace {

// Through a file's form and back, so that it is settled as a plan that a person wrote.
Result<Plan> settled(const Plan& made) {
  std::vector<std::string> lost;
  WEFT_TRY(const std::string text, write_plan(made, "json", lost));
  WEFT_TRY(PlanRead read, read_plan(text, "made.json", "json"));
  return std::move(read.plan);
}

void give_tenants(Plan& plan) {
  for (std::size_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].role == Role::host) plan.nodes[i].tenant = i % 2 == 0 ? "blue" : "green";
}

}  // namespace

Result<std::vector<ScoringPlan>> small_scoring_plans() {
  struct Wanted {
    const char* name;
    MakeRequest request;
    bool tenants;
  };
  const std::vector<std::string> bluefield = {"enp26s0np0", "enp60s0np0"};
  const Wanted all[] = {
      {"one tier", {4, 2, 1, 4, {}, {}, {}}, false},
      {"two tiers", {8, 2, 2, 4, 2, {}, {}}, false},
      {"two tiers, four spines, tenants", {8, 2, 2, 4, 4, {}, bluefield}, true},
      {"three tiers", {8, 1, 3, 4, 2, {}, {}}, false},
  };
  std::vector<ScoringPlan> out;
  for (const Wanted& one : all) {
    WEFT_TRY(MadePlan made, make_plan(one.request));
    if (one.tenants) give_tenants(made.plan);
    WEFT_TRY(Plan plan, settled(made.plan));
    out.push_back({one.name, std::move(plan)});
  }
  return out;
}

}  // namespace weft

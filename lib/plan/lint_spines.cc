// A tier whose uplinks all end in one switch: its loss takes the fabric, and there is nothing to
// balance over. Where one leaf of several is so, lint_uplinks tells.

#include <fmt/format.h>

#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "plan/lint.h"

namespace weft {
namespace {

struct Tier {
  std::set<std::string_view> lower, upper;
  const Link* first = nullptr;
};

}  // namespace

void lint_spines(const Plan& plan, PlanFindings& out) {
  std::unordered_map<std::string_view, Role> roles;
  for (const Node& node : plan.nodes) roles.emplace(node.name, node.role);
  std::map<Role, Tier> tiers;  // by the role of the upper switches
  for (const Link& link : plan.links) {
    if (!link.far_end_known()) continue;
    for (const auto& [near, far] : {std::pair{&link.a, &link.b}, std::pair{&link.b, &link.a}}) {
      const Role lower = roles[near->node], upper = roles[far->node];
      if (!(lower == Role::leaf && upper == Role::spine) &&
          !(lower == Role::spine && upper == Role::superspine))
        continue;
      Tier& tier = tiers[upper];
      tier.lower.insert(near->node);
      tier.upper.insert(far->node);
      if (tier.first == nullptr) tier.first = &link;
    }
  }
  for (const auto& [role, tier] : tiers) {
    if (tier.upper.size() != 1 || tier.lower.size() < 2) continue;
    const std::string name = printable(*tier.upper.begin(), 120);
    out.push_back(
        {{"plan_spines",
          Verdict::warn,
          name,
          fmt::format("two {}s or more", word(role)),
          fmt::format("the uplinks of all {} switches below end in {}", tier.lower.size(), name),
          fmt::format("right only if the fabric has one {}; without it no path is left",
                      word(role)),
          {}},
         place_of(plan, *tier.first)});
  }
}

}  // namespace weft

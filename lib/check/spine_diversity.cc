// A leaf whose uplinks all end in one spine, found without any plan: the upgrade of that spine
// takes the leaf down (datacenter/ACI-Pre-Upgrade-Validation-Script#125). What is a spine is told
// by the plan's roles, else by names, else by who is heard from several switches.

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "check/check.h"
#include "check/heard.h"

namespace weft::checks {
namespace {

struct Uplinks {
  std::map<NodeId, std::vector<std::string>> by_spine;  // ports of the leaf
  std::size_t count = 0;
};

// How the spines are told apart from the rest.
class Spines {
 public:
  Spines(const Fabric& fabric, const Hearing& hearing) : fabric_(fabric) {
    std::map<NodeId, std::set<NodeId>> heard_by;
    for (const Heard& h : hearing.all()) {
      if (h.node == nobody) continue;
      const Node* plan = fabric.plan_node(h.node);
      roles_ |= plan != nullptr && (plan->role == Role::spine || plan->role == Role::superspine);
      names_ |= named(h.node);
      heard_by[h.node].insert(fabric.node_of(h.local));
      if (switch_like(*h.record)) switches_.insert(h.node);
    }
    for (const auto& [node, by] : heard_by)
      if (by.size() >= 2 && switches_.contains(node)) common_.insert(node);
  }

  bool is_spine(NodeId node) const {
    const Node* plan = fabric_.plan_node(node);
    if (roles_)
      return plan != nullptr && (plan->role == Role::spine || plan->role == Role::superspine);
    return names_ ? named(node) : common_.contains(node);
  }

 private:
  bool named(NodeId node) const {
    return lower(fabric_.node_name(node)).find("spine") != std::string::npos;
  }
  static bool switch_like(const Neighbour& r) {
    const std::string about = lower(r.system_description);
    return r.port_id.starts_with("swp") || r.port_id.starts_with("Ethernet") ||
           about.find("cumulus") != std::string::npos || about.find("sonic") != std::string::npos;
  }

  const Fabric& fabric_;
  bool roles_ = false, names_ = false;
  std::set<NodeId> switches_, common_;
};

std::map<NodeId, Uplinks> uplinks(const Fabric& fabric, const Hearing& hearing,
                                  const CheckInput& in) {
  const Spines spines(fabric, hearing);
  std::map<NodeId, Uplinks> out;
  for (const Heard& h : hearing.all()) {
    const NodeId leaf = fabric.node_of(h.local);
    const Node* plan = fabric.plan_node(leaf);
    const bool host = plan != nullptr && plan->role == Role::host;
    if (!h.record->is_lldp() || h.node == nobody || host || !spines.is_spine(h.node)) continue;
    if (spines.is_spine(leaf) || !in.only.has_node(plan)) continue;
    Uplinks& u = out[leaf];
    u.by_spine[h.node].push_back(fabric.port_name(h.local));
    ++u.count;
  }
  return out;
}

CheckResult run(const CheckInput& in) {
  Fabric fabric(in.plan, in.seen);
  const Hearing hearing(fabric, in.seen, in.aliases);
  const auto leaves = uplinks(fabric, hearing, in);
  CheckResult out;
  out.judged = leaves.size();
  std::size_t most = 0;
  for (const auto& [leaf, u] : leaves) most = std::max(most, u.by_spine.size());
  for (const auto& [leaf, u] : leaves) {
    if (u.by_spine.size() != 1 || u.count < 2) continue;
    const std::string name = printable(fabric.node_name(leaf));
    const auto& [spine, ports] = *u.by_spine.begin();
    out.findings.push_back(
        {"spine_diversity",
         most > 1 ? Verdict::fail : Verdict::warn,
         name,
         most > 1 ? fmt::format("uplinks to at least two spines (other leaves reach {})", most)
                  : "uplinks to at least two spines",
         fmt::format("no spine diversity on {}: all {} uplinks ({}) end in {}", name, u.count,
                     join(ports, ", "), printable(fabric.node_name(spine))),
         fmt::format("move one of {} to another spine", join(ports, ", ")),
         {}});
  }
  return out;
}

}  // namespace

extern const Check spine_diversity = {"A leaf reaches one spine only", "wiring",
                                      "When that spine is upgraded or fails, the leaf is cut off.",
                                      run};

}  // namespace weft::checks

// A leaf whose uplinks all end in one spine, found without any plan: the upgrade of that spine
// takes the leaf down (datacenter/ACI-Pre-Upgrade-Validation-Script#125). What is a spine is told
// by the plan's roles, else by names, else by who is heard from several switches.

#include <fmt/format.h>

#include <algorithm>
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
  Spines(const FabricView& fabric, const Hearing& hearing) : fabric_(fabric) {
    std::map<NodeId, std::set<NodeId>> heard_by;
    for (const Heard& h : hearing.all()) {
      known(fabric.node_of(h.local));
      if (h.node == nobody) continue;
      known(h.node);
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
  void known(NodeId node) {
    const Node* plan = fabric_.plan_node(node);
    roles_ |= plan != nullptr && (plan->role == Role::spine || plan->role == Role::superspine);
    names_ |= named(node);
  }
  bool named(NodeId node) const {
    return lower(fabric_.node_name(node)).find("spine") != std::string::npos;
  }
  static bool switch_like(const Neighbour& r) {
    const std::string about = lower(r.system_description);
    return r.port_id.starts_with("swp") || r.port_id.starts_with("Ethernet") ||
           about.find("cumulus") != std::string::npos || about.find("sonic") != std::string::npos;
  }

  const FabricView& fabric_;
  bool roles_ = false, names_ = false;
  std::set<NodeId> switches_, common_;
};

using Leaves = std::map<NodeId, Uplinks>;

class Diversity {
 public:
  Diversity(const CheckInput& in, CheckResult& out)
      : in_(in),
        fabric_(in.plan, in.seen),
        hearing_(fabric_, in.seen, in.aliases),
        spines_(fabric_, hearing_),
        out_(out) {}

  void judge() {
    read();
    for (const auto& [leaf, u] : own_) most_ = std::max(most_, u.by_spine.size());
    for (const auto& [leaf, u] : own_) tell(leaf, u);
    for (const auto& [leaf, u] : seen_from_above_)
      if (!own_.contains(leaf)) tell_from_above(leaf, u);
    for (const NodeState& state : in_.seen.nodes)
      if (const NodeId node = fabric_.node(state.name); !own_.contains(node)) tell_silent(node);
  }

 private:
  bool is_host(NodeId node) const {
    const Node* plan = fabric_.plan_node(node);
    return plan != nullptr && plan->role == Role::host;
  }

  // Cables to spines that the plan gives a leaf; nothing when it does not say who is a spine.
  std::optional<std::size_t> planned_uplinks(NodeId leaf) const {
    const Node* mine = fabric_.plan_node(leaf);
    if (mine == nullptr || mine->role == Role::unknown) return {};
    const auto is_up = [&](const Port& from, const Port& to) {
      return fabric_.find_node(from.node).node == leaf && !to.node.empty() &&
             spines_.is_spine(fabric_.find_node(to.node).node);
    };
    return std::size_t(std::ranges::count_if(in_.plan.links, [&](const Link& link) {
      return is_up(link.a, link.b) || is_up(link.b, link.a);
    }));
  }

  // Uplinks as the leaf hears them, and as spines hear leaves.
  void read() {
    for (const Heard& h : hearing_.all()) {
      const NodeId local = fabric_.node_of(h.local);
      if (!h.record->is_lldp() || h.node == nobody) continue;
      const bool up = spines_.is_spine(h.node);
      if (up == spines_.is_spine(local)) continue;
      const NodeId leaf = up ? local : h.node, spine = up ? h.node : local;
      if (is_host(leaf) || (!up && !named_leaf(leaf)) ||
          !in_.only.has_node(fabric_.plan_node(leaf)))
        continue;
      Uplinks& u = (up ? own_ : seen_from_above_)[leaf];
      u.by_spine[spine].push_back(up ? fabric_.port_name(h.local) : fabric_.text(h.local));
      ++u.count;
    }
  }

  void find(Verdict verdict, NodeId leaf, std::string expected, std::string observed,
            std::string next_step, const Uplinks& u) {
    std::vector<std::string> evidence;
    for (const auto& [spine, ports] : u.by_spine)
      evidence.push_back(
          fmt::format("{}: {}", printable(fabric_.node_name(spine)), join(ports, ", ")));
    out_.findings.push_back({"spine_diversity", verdict, printable(fabric_.node_name(leaf)),
                             std::move(expected), std::move(observed), std::move(next_step),
                             std::move(evidence)});
  }

  void tell(NodeId leaf, const Uplinks& u) {
    const std::string name = printable(fabric_.node_name(leaf));
    const auto& [spine, ports] = *u.by_spine.begin();
    if (u.count == 1 && planned_uplinks(leaf) == 1) return;  // no rule could hold there
    if (u.count == 1)
      return find(Verdict::unknown, leaf, "uplinks to at least two spines",
                  fmt::format("one uplink only is heard, {} to {}: whether others exist and are "
                              "down cannot be seen",
                              ports.front(), printable(fabric_.node_name(spine))),
                  "look at the ports of its other uplinks (weft check links), or give a plan", u);
    ++out_.judged;
    if (u.by_spine.size() != 1) return;
    find(most_ > 1 ? Verdict::fail : Verdict::warn, leaf,
         most_ > 1 ? fmt::format("uplinks to at least two spines (other leaves reach {})", most_)
                   : "uplinks to at least two spines",
         fmt::format("no spine diversity on {}: all {} uplinks ({}) end in {}", name, u.count,
                     join(ports, ", "), printable(fabric_.node_name(spine))),
         fmt::format("move one of {} to another spine", join(ports, ", ")), u);
  }

  // Not collected itself: two spines that hear it are proof, one is none.
  void tell_from_above(NodeId leaf, const Uplinks& u) {
    if (u.by_spine.size() > 1) return void(++out_.judged);
    find(Verdict::unknown, leaf, "uplinks to at least two spines",
         fmt::format("heard by {} only; its own neighbours were not collected, so its other "
                     "uplinks cannot be seen",
                     printable(fabric_.node_name(u.by_spine.begin()->first))),
         "collect this leaf, or the other spines", u);
  }

  // A collected switch below the spines that hears none of them.
  void tell_silent(NodeId node) {
    const Node* plan = fabric_.plan_node(node);
    const bool leaf = plan != nullptr && plan->role != Role::unknown ? plan->role == Role::leaf
                                                                     : looks_like_leaf(node);
    if (!leaf || !in_.only.has_node(plan) || spines_.is_spine(node)) return;
    if (planned_uplinks(node) == 0) return;  // as the plan has it
    const bool heard = fabric_.collected(node);
    const auto& all = fabric_.state(node)->neighbours;
    find(Verdict::unknown, node, "uplinks to at least two spines",
         !heard         ? "its neighbours were not collected"
         : all->empty() ? "it hears nobody"
                        : "none of the neighbours it hears can be told to be a spine",
         heard ? "look at its uplink ports, or give a plan that says who is a spine"
               : "collect `lldpctl -f json` there",
         {});
  }

  bool named_leaf(NodeId node) const {
    const Node* plan = fabric_.plan_node(node);
    const std::string name = lower(fabric_.node_name(node));
    return (plan != nullptr && plan->role == Role::leaf) || name.find("leaf") != name.npos ||
           name.find("tor") != name.npos;
  }

  bool looks_like_leaf(NodeId node) const {
    if (named_leaf(node)) return true;
    const NodeState* state = fabric_.state(node);
    const auto of_switch = [](const auto& one) {
      return one.name.starts_with("swp") || one.name.starts_with("Ethernet");
    };
    if (state->interfaces && std::ranges::any_of(*state->interfaces, of_switch)) return true;
    return state->neighbours && std::ranges::any_of(*state->neighbours, [](const Neighbour& n) {
             return n.port.starts_with("swp") || n.port.starts_with("Ethernet");
           });
  }

  const CheckInput& in_;
  FabricView fabric_;
  Hearing hearing_;
  Spines spines_;
  CheckResult& out_;
  Leaves own_, seen_from_above_;
  std::size_t most_ = 0;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Diversity(in, out).judge();
  if (out.judged == 0 && out.findings.empty())
    out.notes.push_back("no leaf was seen: nothing of the wiring rules could be judged");
  return out;
}

}  // namespace

extern const Check spine_diversity = {"A leaf reaches one spine only", "wiring",
                                      "When that spine is upgraded or fails, the leaf is cut off.",
                                      run};

}  // namespace weft::checks

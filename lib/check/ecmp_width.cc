// How many next hops really carry a route: only those that are in the forwarding table. The length
// of the list and internalNextHopActiveNum both count more (FRR 8.4.4).
//
// A prefix that belongs to one spine is reached through that spine only: it is no narrow group.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/addresses.h"
#include "check/cabling.h"

namespace weft::checks {
namespace {

// Higher is nearer to the top of the fabric; 0 is no switch of it.
int tier(const Node* n) {
  if (n == nullptr) return 0;
  switch (n->role) {
    case Role::leaf:
      return 1;
    case Role::spine:
      return 2;
    case Role::superspine:
      return 3;
    default:
      return 0;
  }
}

std::string hop_text(const NextHop& h) {
  return printable(h.interface.empty() ? h.address : h.interface);
}

struct Width {
  std::vector<std::string> carry, idle;  // idle: "swp53 inactive"
  std::set<NodeId> through;              // nodes above that its next hops lead to
  bool down = false;                     // all of it goes to nodes below
  bool operator<(const Width& o) const { return std::tie(carry, idle) < std::tie(o.carry, o.idle); }
};

// Prefixes that a node has a route to; true: by way of nodes above only.
using Reach = std::map<std::string, bool>;
using Uplinks = std::map<PortId, NodeId>;  // port of this node, node above
using Prefixes = std::vector<std::string>;

bool judged(const Route& route) {
  static constexpr std::array here = {"connected", "local", "kernel"};
  return route.selected && std::ranges::find(here, route.protocol) == here.end() &&
         !std::ranges::all_of(route.next_hops, &NextHop::drops);  // also: none at all
}

class Widths {
 public:
  Widths(const CheckInput& in, CheckResult& out) : in_(in), fabric_(in.plan, in.seen), out_(out) {
    for (const Link& link : in.plan.links) {
      if (!link.far_end_known() || link.disputed || link.status != LinkStatus::connected) continue;
      const NodeId a = fabric_.node(link.a.node), b = fabric_.node(link.b.node);
      const int at_a = tier(fabric_.plan_node(a)), at_b = tier(fabric_.plan_node(b));
      if (at_a == 0 || at_b == 0 || at_a == at_b) continue;
      const PortId port_a = fabric_.port(a, link.a.name), port_b = fabric_.port(b, link.b.name);
      uplinks_[at_a < at_b ? a : b][at_a < at_b ? port_a : port_b] = at_a < at_b ? b : a;
      downlinks_[at_a < at_b ? b : a][at_a < at_b ? port_b : port_a] = at_a < at_b ? a : b;
    }
    for (NodeId n = 0; n < NodeId(fabric_.node_count()); ++n)
      if (tier(fabric_.plan_node(n)) > 1) add_addresses(n, fabric_.state(n));
  }

  void judge(const NodeState& state) {
    const NodeId node = fabric_.node(state.name);
    if (!in_.only.has_node(fabric_.plan_node(node))) return;
    node_ = node;
    here_ = uplinks_[node];
    name_ = printable(state.name);
    from_ = printable(state.routes_from);
    std::map<Width, Prefixes> narrow;  // prefixes with the same fault
    std::map<std::string, Prefixes> uneven;
    Prefixes unmarked;
    std::vector<std::pair<const Route*, Width>> through_one;
    bool spread = false;
    for (const Route& route : *state.routes) {
      if (!judged(route)) continue;
      ++out_.judged;
      Width w = width(route);
      spread |= w.through.size() > 1;
      if (w.carry.empty() && route.installed)
        unmarked.push_back(route.prefix);
      else if (!w.idle.empty() && is_all_of_one(route, w))
        through_one.emplace_back(&route, std::move(w));
      else if (!w.idle.empty())
        narrow[std::move(w)].push_back(route.prefix);
      if (const std::string weights = weights_of(route); !weights.empty())
        uneven[weights].push_back(route.prefix);
    }
    for (auto& [route, w] : through_one)
      if (!belongs_above(*route, w, spread)) narrow[std::move(w)].push_back(route->prefix);
    for (const auto& [w, prefixes] : narrow) tell_narrow(w, prefixes);
    for (const auto& [weights, prefixes] : uneven)
      find(Verdict::warn, prefixes, "an even spread", "unequal weights: " + weights,
           "unequal on purpose (a link lost further up), or a wrong link bandwidth?");
    if (!unmarked.empty())
      find(Verdict::unknown, unmarked, "next hops in the forwarding table",
           "installed, but no next hop is marked as being in the forwarding table",
           "collect `show ip route json` again; compare with `ip route`");
  }

  // Nodes above that have no way to what others reach through them: told where the way ends, at a
  // cable to somebody who has it below, and not at each node that sends less because of it.
  void tell_lacking() {
    for (const auto& [node, lacks] : lacking_) {
      std::map<NodeId, Prefixes> had;
      for (const auto& [prefix, narrower] : lacks)
        for (const auto& [port, below] : downlinks_[node])
          if (const auto it = reach(below).find(prefix); it != reach(below).end() && !it->second) {
            had[below].push_back(prefix);
            break;
          }
      for (const auto& [below, prefixes] : had) tell_lacking(node, below, prefixes);
      if (had.empty())
        out_.notes.push_back(fmt::format(
            "{} has no way to {}: less is sent through it, and what it lost is further on",
            printable(fabric_.node_name(node)), count_of(lacks.size(), "prefix", "prefixes")));
    }
  }

  void note_taken() {
    if (taken_ > 0)
      out_.notes.push_back(fmt::format(
          "{} go through one node above only and were taken for prefixes of that node, whose "
          "addresses were not collected ({})",
          count_of(taken_, "route"), example_));
  }

  // Switches of the plan that have uplinks, of which no routes were read while others gave theirs.
  void not_collected() {
    for (const auto& [node, up] : uplinks_)
      if (const NodeState* seen = fabric_.state(node);
          in_.only.has_node(fabric_.plan_node(node)) && !(seen != nullptr && seen->routes))
        out_.findings.push_back({"ecmp_width",
                                 Verdict::unknown,
                                 fabric_.place(node),
                                 count_of(up.size(), "planned uplink") + " carry its routes",
                                 "no routes were collected of it",
                                 "collect `show ip route json` there",
                                 {}});
  }

 private:
  void add_addresses(NodeId node, const NodeState* seen) {
    const std::size_t before = above_.size();
    if (seen != nullptr && seen->interfaces)
      for (const Interface& one : *seen->interfaces)
        for (const std::string& text : one.addresses)
          if (const auto address = parse_prefix(text); address && !text.starts_with("fe80"))
            above_.emplace_back(*address, node);
    all_above_known_ &= above_.size() > before;
  }

  Width width(const Route& route) {
    Width w;
    std::set<PortId> listed;
    for (const NextHop& h : route.next_hops) {
      const PortId port = fabric_.find_port(node_, h.interface);
      listed.insert(port);
      if (const auto up = here_.find(port); up != here_.end()) w.through.insert(up->second);
      if (h.installed)
        w.carry.push_back(hop_text(h));
      else
        w.idle.push_back(hop_text(h) + (h.active ? " active but not installed" : " inactive"));
    }
    if (w.through.empty()) {
      add_missing_down(w, listed);
      return w;
    }
    // It goes up: a planned uplink that the route does not even list. To a node that is right above
    // only the links to that node lead.
    const NodeId owner = owner_of(route);
    const bool near = std::ranges::count(here_, owner, &Uplinks::value_type::second) > 0;
    for (const auto& [uplink, above] : here_) {
      if (listed.contains(uplink) || (near && above != owner)) continue;
      const Reach& there = reach(above);
      if (!near && !there.empty() && !there.contains(route.prefix))
        lacking_[above].insert({route.prefix, node_});
      else
        add_missing(w, uplink);
    }
    return w;
  }

  // Empty when no routes were collected of it.
  const Reach& reach(NodeId node) {
    const auto [it, is_new] = reach_.try_emplace(node);
    const NodeState* seen = fabric_.state(node);
    if (!is_new || seen == nullptr || !seen->routes) return it->second;
    const Uplinks& up = uplinks_[node];
    for (const Route& route : *seen->routes) {
      if (!route.selected) continue;
      const auto goes_up = [&](const NextHop& h) {
        return up.contains(fabric_.find_port(node, h.interface));
      };
      const bool above = std::ranges::any_of(route.next_hops, goes_up);
      const auto [known, first] = it->second.try_emplace(route.prefix, above);
      if (!first) known->second = known->second && above;
    }
    return it->second;
  }

  void tell_lacking(NodeId node, NodeId below, const Prefixes& prefixes) {
    out_.findings.push_back(
        {"ecmp_width", Verdict::fail,
         fmt::format("{} {}", printable(fabric_.node_name(node)),
                     prefixes.size() == 1 ? printable(prefixes[0])
                                          : fmt::format("{} prefixes", prefixes.size())),
         fmt::format("a way by its cable to {}, which has them", fabric_.place(below)),
         "no route at all: others send less through it",
         fmt::format("look at the BGP session and the link to {}", fabric_.place(below)),
         prefixes});
  }

  void add_missing(Width& w, PortId port) const {
    w.idle.push_back(printable(fabric_.port_name(port)) + " not among the next hops");
  }

  // It goes down: planned links beside those that it lists, to the same nodes.
  void add_missing_down(Width& w, const std::set<PortId>& listed) const {
    const auto links = downlinks_.find(node_);
    if (links == downlinks_.end()) return;
    std::set<NodeId> below;
    for (const auto& [port, node] : links->second)
      if (listed.contains(port)) below.insert(node);
    w.down = !below.empty();
    for (const auto& [port, node] : links->second)
      if (below.contains(node) && !listed.contains(port)) add_missing(w, port);
  }

  // The node above whose own address the route leads to.
  NodeId owner_of(const Route& route) const {
    const auto prefix = parse_prefix(route.prefix);
    if (!prefix || !prefix->of_one_place()) return nobody;
    for (const auto& [address, node] : above_)
      if (prefix->holds(address)) return node;
    return nobody;
  }

  // All planned links to one node above carry it, and no other is listed.
  bool is_all_of_one(const Route& route, const Width& w) const {
    if (w.through.size() != 1) return false;
    const auto links = std::ranges::count(here_, *w.through.begin(), &Uplinks::value_type::second);
    return w.carry.size() == route.next_hops.size() && std::ssize(w.carry) == links;
  }

  // The prefix of a node above, or of a link there: known from the addresses of those nodes, else
  // taken for it when it is as long as such a prefix and other routes do spread.
  bool belongs_above(const Route& route, const Width& w, bool spread) {
    const auto prefix = parse_prefix(route.prefix);
    if (!prefix) return false;
    if (std::ranges::any_of(above_, [&](const auto& one) { return prefix->holds(one.first); }))
      return true;
    if (all_above_known_ || !spread || !prefix->of_one_place()) return false;
    if (++taken_ == 1)
      example_ = fmt::format("{} of {} through {}", printable(route.prefix), name_,
                             printable(fabric_.node_name(*w.through.begin())));
    return true;
  }

  // "swp51 1, swp52 3", "" where they are alike.
  static std::string weights_of(const Route& route) {
    std::vector<std::string> all;
    std::set<std::int64_t> kinds;
    for (const NextHop& h : route.next_hops) {
      if (!h.installed || !h.weight) continue;
      kinds.insert(*h.weight);
      all.push_back(fmt::format("{} {}", hop_text(h), *h.weight));
    }
    return kinds.size() > 1 ? join(all, ", ") : "";
  }

  void find(Verdict verdict, const Prefixes& prefixes, std::string expected, std::string observed,
            std::string next_step) {
    const std::string what =
        prefixes.size() == 1 ? printable(prefixes[0]) : fmt::format("{} prefixes", prefixes.size());
    std::vector<std::string> evidence;
    for (const std::string& p : prefixes) evidence.push_back(printable(p));
    evidence.push_back("from " + from_);
    out_.findings.push_back({"ecmp_width", verdict, fmt::format("{} {}", name_, what),
                             std::move(expected), std::move(observed), std::move(next_step),
                             std::move(evidence)});
  }

  void tell_narrow(const Width& w, const Prefixes& prefixes) {
    const std::size_t all = w.carry.size() + w.idle.size();
    const std::string_view what = w.down                                ? "links down"
                                  : w.through.empty() && !here_.empty() ? "next hops"
                                                                        : "uplinks";
    find(Verdict::fail, prefixes,
         fmt::format("{} {} carry it", all,
                     w.down              ? "planned links down"
                     : w.through.empty() ? "next hops"
                                         : "planned uplinks"),
         fmt::format("{} of {} {} carry it{}; {}", w.carry.size(), all, what,
                     w.carry.empty() ? "" : " (" + join(w.carry, ", ") + ")", join(w.idle, "; ")),
         "look at the BGP session and the link of each that does not");
  }

  const CheckInput& in_;
  FabricView fabric_;
  CheckResult& out_;
  std::map<NodeId, Uplinks> uplinks_, downlinks_;
  std::map<NodeId, Reach> reach_;
  std::map<NodeId, std::map<std::string, NodeId>> lacking_;  // prefixes, and one who misses them
  std::vector<std::pair<AddressPrefix, NodeId>> above_;      // addresses of spines and superspines
  bool all_above_known_ = true;
  std::size_t taken_ = 0;
  std::string example_;
  NodeId node_ = nobody;  // that is judged
  Uplinks here_;          // of it
  std::string name_, from_;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Widths widths(in, out);
  bool any = false;
  for (const NodeState& state : in.seen.nodes)
    if (state.routes) widths.judge(state), any = true;
  widths.tell_lacking();
  widths.note_taken();
  if (any)
    widths.not_collected();
  else
    out.notes.push_back("no routes were collected: ECMP width was not judged");
  return out;
}

}  // namespace

extern const Check ecmp_width = {"Routes spread over all planned uplinks", "routing",
                                 "A narrower group sends more over each link that is left.", run};

}  // namespace weft::checks

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
  bool operator<(const Width& o) const { return std::tie(carry, idle) < std::tie(o.carry, o.idle); }
};

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
      if (at_a < at_b)
        uplinks_[a][fabric_.port(a, link.a.name)] = b;
      else
        uplinks_[b][fabric_.port(b, link.b.name)] = a;
    }
    for (NodeId n = 0; n < NodeId(fabric_.node_count()); ++n)
      if (tier(fabric_.plan_node(n)) > 1) add_addresses(fabric_.state(n));
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
  void add_addresses(const NodeState* seen) {
    const std::size_t before = above_.size();
    if (seen != nullptr && seen->interfaces)
      for (const Interface& one : *seen->interfaces)
        for (const std::string& text : one.addresses)
          if (const auto address = parse_prefix(text); address && !text.starts_with("fe80"))
            above_.push_back(*address);
    all_above_known_ &= above_.size() > before;
  }

  Width width(const Route& route) const {
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
    if (w.through.empty()) return w;
    // It goes up: a planned uplink that the route does not even list.
    for (const auto& [uplink, above] : here_)
      if (!listed.contains(uplink))
        w.idle.push_back(printable(fabric_.port_name(uplink)) + " not among the next hops");
    return w;
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
    if (std::ranges::any_of(above_, [&](const auto& one) { return prefix->holds(one); }))
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
    find(Verdict::fail, prefixes,
         fmt::format("{} {} carry it", all, w.through.empty() ? "next hops" : "planned uplinks"),
         fmt::format("{} of {} {} carry it{}; {}", w.carry.size(), all,
                     w.through.empty() && !here_.empty() ? "next hops" : "uplinks",
                     w.carry.empty() ? "" : " (" + join(w.carry, ", ") + ")", join(w.idle, "; ")),
         "look at the BGP session and the link of each that does not");
  }

  const CheckInput& in_;
  FabricView fabric_;
  CheckResult& out_;
  std::map<NodeId, Uplinks> uplinks_;
  std::vector<AddressPrefix> above_;  // addresses of spines and superspines
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

// How many next hops really carry a route: only those that are in the forwarding table. The length
// of the list and internalNextHopActiveNum both count more (FRR 8.4.4).

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/check.h"

namespace weft::checks {
namespace {

bool is_switch(const Node* n) {
  return n != nullptr &&
         (n->role == Role::leaf || n->role == Role::spine || n->role == Role::superspine);
}

// Higher is nearer to the top of the fabric.
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
  bool operator<(const Width& o) const { return std::tie(carry, idle) < std::tie(o.carry, o.idle); }
};

class Widths {
 public:
  Widths(const CheckInput& in, CheckResult& out) : in_(in), fabric_(in.plan, in.seen), out_(out) {
    for (const Link& link : in.plan.links) {
      if (!link.far_end_known() || link.disputed || link.status != LinkStatus::connected) continue;
      const NodeId a = fabric_.node(link.a.node), b = fabric_.node(link.b.node);
      const Node *pa = fabric_.plan_node(a), *pb = fabric_.plan_node(b);
      if (!is_switch(pa) || !is_switch(pb) || tier(pa) == tier(pb)) continue;
      if (tier(pa) < tier(pb))
        uplinks_[a].push_back({link.a.name, b});
      else
        uplinks_[b].push_back({link.b.name, a});
    }
  }

  void judge(const NodeState& state) {
    const NodeId node = fabric_.node(state.name);
    if (!in_.only.has_node(fabric_.plan_node(node))) return;
    const auto it = uplinks_.find(node);
    static const std::vector<Uplink> none;
    const auto& uplinks = it == uplinks_.end() ? none : it->second;
    std::map<Width, std::vector<std::string>> narrow;  // prefixes with the same fault
    for (const Route& route : *state.routes) {
      const bool learned =
          route.protocol != "connected" && route.protocol != "local" && route.protocol != "kernel";
      if (!route.selected || !learned || route.next_hops.empty()) continue;
      ++out_.judged;
      Width w = width(route, uplinks);
      if (!w.idle.empty()) narrow[std::move(w)].push_back(route.prefix);
    }
    for (const auto& [w, prefixes] : narrow) tell(state, w, prefixes, uplinks);
  }

 private:
  struct Uplink {
    std::string port;
    NodeId to;
  };

  // A switch's own address is reached over the links to that switch alone, and those are all there.
  static bool is_of_next_switch(const Route& route, const std::set<std::string>& listed,
                                const std::vector<Uplink>& uplinks) {
    if (!route.prefix.ends_with("/32") && !route.prefix.ends_with("/128")) return false;
    std::set<NodeId> to;
    for (const Uplink& uplink : uplinks)
      if (listed.contains(uplink.port)) to.insert(uplink.to);
    return to.size() == 1 && std::ranges::all_of(uplinks, [&](const Uplink& uplink) {
             return uplink.to != *to.begin() || listed.contains(uplink.port);
           });
  }

  static Width width(const Route& route, const std::vector<Uplink>& uplinks) {
    Width w;
    std::set<std::string> listed;
    bool upward = false;
    for (const NextHop& h : route.next_hops) {
      listed.insert(h.interface);
      upward |= std::ranges::count(uplinks, h.interface, &Uplink::port) > 0;
      if (h.installed)
        w.carry.push_back(hop_text(h));
      else
        w.idle.push_back(hop_text(h) + (h.active ? " active but not installed" : " inactive"));
    }
    // A planned uplink that the route does not even list, where it goes up at all.
    if (upward && !is_of_next_switch(route, listed, uplinks))
      for (const Uplink& uplink : uplinks)
        if (!listed.contains(uplink.port))
          w.idle.push_back(uplink.port + " not among the next hops");
    return w;
  }

  void tell(const NodeState& state, const Width& w, const std::vector<std::string>& prefixes,
            const std::vector<Uplink>& uplinks) {
    const std::size_t all = w.carry.size() + w.idle.size();
    const std::string name = printable(state.name);
    const std::string what =
        prefixes.size() == 1 ? printable(prefixes[0]) : fmt::format("{} prefixes", prefixes.size());
    std::vector<std::string> evidence;
    for (const std::string& p : prefixes) evidence.push_back(printable(p));
    out_.findings.push_back(
        {"ecmp_width", Verdict::fail, fmt::format("{} {}", name, what),
         fmt::format("{} {} carry it", all, uplinks.empty() ? "next hops" : "planned uplinks"),
         fmt::format("{} of {} uplinks carry it{}; {}", w.carry.size(), all,
                     w.carry.empty() ? "" : " (" + join(w.carry, ", ") + ")", join(w.idle, "; ")),
         "look at the BGP session and the link of each that does not", evidence});
  }

  const CheckInput& in_;
  Fabric fabric_;
  CheckResult& out_;
  std::map<NodeId, std::vector<Uplink>> uplinks_;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Widths widths(in, out);
  for (const NodeState& state : in.seen.nodes)
    if (state.routes) widths.judge(state);
  return out;
}

}  // namespace

extern const Check ecmp_width = {"Routes spread over all planned uplinks", "routing",
                                 "A narrower group sends more over each link that is left.", run};

}  // namespace weft::checks

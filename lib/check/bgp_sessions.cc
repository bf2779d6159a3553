// BGP sessions: established or not and why, flapping, shut by the operator, and each against the
// planned link of its port. `state` decides; a small uptime of a dead session is the time since it
// died (FRR 8.4.4; FRRouting/frr#7594).

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/addresses.h"
#include "check/check.h"

namespace weft::checks {
namespace {

constexpr std::int64_t flaps = 3, settled_ms = 10 * 60 * 1000;

bool shut(const BgpPeer& p) { return p.state.find("(Admin)") != std::string::npos; }

// What each state that is not "Established" says (RFC 4271, 8.2.2; the words are FRR's).
std::string_view meaning(std::string_view state) {
  static constexpr std::pair<std::string_view, std::string_view> all[] = {
      {"connect", "waiting for the far end to accept the connection"},
      {"active", "trying to connect, nobody accepts"},
      {"opensent", "connected, waiting for the far end's OPEN: look at AS numbers and passwords"},
      {"openconfirm", "OPEN was exchanged, waiting for the first keepalive"},
      {"clearing", "just torn down, its routes are being withdrawn"},
      {"deleted", "being removed from the configuration"}};
  for (const auto& [word, means] : all)
    if (equal_ignoring_case(state, word)) return means;
  return "";
}

bool is_state(const BgpPeer& p) {
  return p.established() || p.state.starts_with("Idle") || !meaning(p.state).empty();
}

std::string why_down(const BgpPeer& p) {
  std::string why = printable(p.state);
  if (p.state.find("PfxCt") != std::string::npos) return why + ": prefix limit reached";
  if (const auto means = meaning(p.state); !means.empty()) why += fmt::format(": {}", means);
  const std::string_view joint = meaning(p.state).empty() ? ": " : "; ";
  if (p.by_interface && p.remote_as.value_or(0) == 0 && p.established_count.value_or(0) == 0)
    why += fmt::format("{}no remote AS yet, so nobody answered on that link", joint);
  else if (p.established_count.value_or(0) > 0 || p.dropped_count.value_or(0) > 0)
    why += p.since_ms ? fmt::format("{}down for {}", joint, span_text(*p.since_ms))
                      : fmt::format("{}it was up before", joint);
  else if (p.since_ms == 0)
    why += fmt::format("{}never established", joint);
  return why;
}

std::string cure(const BgpPeer& p) {
  if (p.state.find("PfxCt") != std::string::npos)
    return "see why the far end announces more than before, then clear the session or raise "
           "maximum-prefix";
  return p.by_interface
             ? "check the cable on this port (weft check cabling), then the far end's BGP"
             : "check the path to this address and the far end's BGP";
}

class Sessions {
 public:
  Sessions(const CheckInput& in, CheckResult& out) : in_(in), fabric_(in.plan, in.seen), out_(out) {
    for (const Link& link : in.plan.links) {
      if (!link.far_end_known() || link.disputed || link.status != LinkStatus::connected) continue;
      const PortId a = fabric_.port(fabric_.node(link.a.node), link.a.name);
      const PortId b = fabric_.port(fabric_.node(link.b.node), link.b.name);
      far_[a] = b;
      far_[b] = a;
      ports_[fabric_.node_of(a)].push_back(a);
      ports_[fabric_.node_of(b)].push_back(b);
    }
  }

  void judge(const NodeState& state) {
    node_ = fabric_.node(state.name);
    state_ = &state;
    if (!in_.only.has_node(fabric_.plan_node(node_))) return;
    if (state.bgp_peers->empty()) return no_peers();
    learn_subnets();
    std::map<std::string, std::vector<const BgpPeer*>> sessions;  // one may carry several families
    std::vector<std::string> order;
    for (const BgpPeer& p : *state.bgp_peers) {
      auto& list = sessions[p.vrf + "\n" + p.peer];
      if (list.empty()) order.push_back(p.vrf + "\n" + p.peer);
      list.push_back(&p);
    }
    for (const std::string& key : order) session(sessions[key]);
    planned_without_session();
  }

  // Switches of the plan with links to others, of which no sessions were read while some were.
  void not_collected() {
    for (const auto& [node, ports] : ports_) {
      const NodeState* seen = fabric_.state(node);
      if ((seen != nullptr && seen->bgp_peers) || !in_.only.has_node(fabric_.plan_node(node)))
        continue;
      if (const std::size_t links = links_to_switches(node); links > 0)
        out_.findings.push_back({"bgp_sessions",
                                 Verdict::unknown,
                                 fabric_.place(node),
                                 fmt::format("sessions on {}", count_of(links, "planned link")),
                                 "no BGP sessions were collected of it",
                                 "collect `show bgp summary json` there",
                                 {}});
    }
  }

 private:
  std::size_t links_to_switches(NodeId node) {
    if (!is_switch(fabric_.plan_node(node))) return 0;
    return std::size_t(std::ranges::count_if(ports_[node], [&](PortId port) {
      return is_switch(fabric_.plan_node(fabric_.node_of(far_.at(port))));
    }));
  }

  // BGP answered, and knows nobody.
  void no_peers() {
    const std::size_t links = links_to_switches(node_);
    if (links == 0 && is_switch(fabric_.plan_node(node_))) return;  // rails without spines
    out_.findings.push_back(
        {"bgp_sessions",
         links > 0 ? Verdict::fail : Verdict::unknown,
         fabric_.place(node_),
         links > 0
             ? fmt::format("sessions on {} to other switches", count_of(links, "planned link"))
             : "at least one BGP session",
         "no BGP session at all: BGP has no neighbours here, or is not configured",
         links > 0 ? "configure BGP with a neighbour for each link"
                   : "if this node shall speak BGP, configure it; else leave it out",
         {fmt::format("no peers [{}]", printable(state_->bgp_from))}});
  }

  // The port that each subnet of this node is on, for peers that are known by address.
  void learn_subnets() {
    subnets_.clear();
    if (!state_->interfaces) return;
    for (const Interface& one : *state_->interfaces)
      for (const std::string& text : one.addresses)
        if (const auto subnet = parse_prefix(text); subnet && subnet->length < subnet->width)
          subnets_.emplace_back(*subnet, fabric_.find_port(node_, one.name));
  }

  PortId local_port(const BgpPeer& p) const {
    if (p.by_interface) return fabric_.find_port(node_, p.peer);
    if (const auto address = parse_prefix(p.peer); address && !p.peer.starts_with("fe80"))
      for (const auto& [subnet, port] : subnets_)
        if (subnet.holds(*address)) return port;
    return nobody;
  }

  std::string evidence(const BgpPeer& p) const {
    std::string out = fmt::format("state '{}'", printable(p.state));
    if (p.remote_as) out += fmt::format(", remote AS {}", *p.remote_as);
    if (p.since_ms) out += fmt::format(", for {}", span_text(*p.since_ms));
    if (p.prefixes) out += fmt::format(", {} prefixes", *p.prefixes);
    if (p.dropped_count) out += fmt::format(", dropped {} times", *p.dropped_count);
    return fmt::format("{} [{}{}]", out, printable(state_->bgp_from),
                       p.line > 0 ? fmt::format(":{}", p.line) : "");
  }

  void find(Verdict verdict, const BgpPeer& p, std::string expected, std::string observed,
            std::string next_step) {
    std::string subject = fmt::format("{}:{}", printable(state_->name), printable(p.peer));
    if (p.vrf != "default") subject += fmt::format(" (vrf {})", printable(p.vrf));
    out_.findings.push_back({"bgp_sessions",
                             verdict,
                             std::move(subject),
                             std::move(expected),
                             std::move(observed),
                             std::move(next_step),
                             {evidence(p)}});
  }

  PortId planned_far_end(PortId port) const {
    const auto it = far_.find(port);
    return port == nobody || it == far_.end() ? nobody : it->second;
  }

  void session(const std::vector<const BgpPeer*>& families) {
    const BgpPeer& p = *families.front();
    ++out_.judged;
    const PortId port = local_port(p), far = planned_far_end(port);
    seen_.insert(port);
    const std::string expected =
        far == nobody ? "established" : fmt::format("established with {}", fabric_.text(far));
    if (shut(p)) {
      const bool uplink = far != nobody;
      return find(uplink ? Verdict::warn : Verdict::skip, p, uplink ? expected : "",
                  "shut down by the operator",
                  uplink ? "enable it when the link is to be used" : "");
    }
    if (!is_state(p))
      return find(Verdict::unknown, p, expected,
                  p.state.empty() ? "no state was given"
                                  : fmt::format("state '{}' is not known", printable(p.state)),
                  "collect `show bgp summary json` again");
    if (!p.established()) return find(Verdict::fail, p, expected, why_down(p), cure(p));
    right_peer(p, far, expected);
    for (const BgpPeer* family : families)
      if (!family->established())
        find(Verdict::fail, *family,
             fmt::format("family {} established too", printable(family->family)), why_down(*family),
             "activate the family at both ends");
    if (p.dropped_count.value_or(0) >= flaps && p.since_ms && *p.since_ms < settled_ms)
      find(Verdict::warn, p, "a steady session",
           fmt::format("flapping: {} drops, up for {} only", *p.dropped_count,
                       span_text(*p.since_ms)),
           "look at the link's errors and flaps (weft check links)");
  }

  // The name that the far end gave against the planned one.
  void right_peer(const BgpPeer& p, PortId far, const std::string& expected) {
    if (far == nobody || !p.hostname) return;
    const NodeId there = fabric_.find_node(*p.hostname).node;
    if (there == fabric_.node_of(far)) return;
    find(Verdict::fail, p, expected,
         fmt::format("established with {}: the peer is on the wrong port", printable(*p.hostname)),
         "weft check cabling names the cable to move");
  }

  static bool is_switch(const Node* n) {
    return n != nullptr &&
           (n->role == Role::leaf || n->role == Role::spine || n->role == Role::superspine);
  }

  // A planned link between switches without any session, on a node whose sessions are known by
  // port.
  void planned_without_session() {
    const bool joined = std::ranges::any_of(*state_->bgp_peers, [&](const BgpPeer& p) {
      return p.by_interface || local_port(p) != nobody;
    });
    if (!joined || !is_switch(fabric_.plan_node(node_))) return;
    for (const PortId port : ports_[node_]) {
      const PortId far = far_.at(port);
      if (seen_.contains(port)) continue;
      if (!is_switch(fabric_.plan_node(fabric_.node_of(far)))) continue;
      out_.findings.push_back({"bgp_sessions",
                               Verdict::fail,
                               fabric_.where(port),
                               fmt::format("a session with {}", fabric_.text(far)),
                               "no BGP session is configured on this planned link",
                               "add the neighbour to BGP",
                               {}});
    }
  }

  const CheckInput& in_;
  FabricView fabric_;
  CheckResult& out_;
  std::map<PortId, PortId> far_;
  std::map<NodeId, std::vector<PortId>> ports_;            // planned ones
  std::set<PortId> seen_;                                  // ports with a session
  std::vector<std::pair<AddressPrefix, PortId>> subnets_;  // of the node that is judged
  NodeId node_ = nobody;
  const NodeState* state_ = nullptr;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Sessions sessions(in, out);
  bool any = false;
  for (const NodeState& state : in.seen.nodes)
    if (state.bgp_peers) sessions.judge(state), any = true;
  if (any)
    sessions.not_collected();
  else
    out.notes.push_back("no BGP sessions were collected: none was judged");
  return out;
}

}  // namespace

extern const Check bgp_sessions = {
    "BGP sessions on the planned links", "routing",
    "Without the session the link carries nothing, and its neighbours carry more.", run};

}  // namespace weft::checks

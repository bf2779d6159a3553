// EVPN where others have it: a node without, or a peer of a node with it that carries none.

#include <fmt/format.h>

#include <set>

#include "base/text.h"
#include "check/check.h"

namespace weft::checks {
namespace {

CheckResult run(const CheckInput& in) {
  CheckResult out;
  FabricView fabric(in.plan, in.seen);
  const auto tell = [&](const NodeState& state, std::string expected, std::string observed,
                        std::vector<std::string> evidence) {
    if (!in.only.has_node(fabric.plan_node(fabric.node(state.name)))) return;
    out.findings.push_back({"evpn_sessions", Verdict::warn, printable(state.name),
                            std::move(expected), std::move(observed),
                            "activate l2vpn evpn, if it shall be carried there",
                            std::move(evidence)});
  };
  std::vector<const NodeState*> without;
  std::size_t with = 0;
  for (const NodeState& state : in.seen.nodes) {
    if (!state.bgp_peers || state.bgp_peers->empty()) continue;
    std::set<std::string> carry, plain;
    for (const BgpPeer& p : *state.bgp_peers)
      if (p.family == "l2VpnEvpn") carry.insert(p.peer);
    for (const BgpPeer& p : *state.bgp_peers)
      if (p.established() && p.by_interface && !p.family.empty() && !carry.contains(p.peer))
        plain.insert(printable(p.peer));
    if (carry.empty()) {
      without.push_back(&state);
      continue;
    }
    ++with;
    if (!plain.empty())
      tell(state, fmt::format("EVPN with every peer, as with {}", count_of(carry.size(), "peer")),
           "no EVPN with " + join({plain.begin(), plain.end()}, ", "), {});
  }
  for (const NodeState* state : without)
    if (with > 0)
      tell(*state, fmt::format("EVPN sessions, as {} have", count_of(with, "node")),
           "no EVPN session", {});
  return out;
}

}  // namespace

extern const Check evpn_sessions = {
    "EVPN sessions where the other nodes and peers have them", "routing",
    "What is behind a node without EVPN is not reached over the overlay.", run};

}  // namespace weft::checks

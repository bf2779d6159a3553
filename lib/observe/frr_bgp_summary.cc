// BGP sessions from FRR's `show bgp summary json`: one address family per level, or flat.
//
// `state` decides. `peerState` says "OK" also for dead sessions and `failedPeers` counts those the
// operator shut (FRRouting/frr#7594, #4913; reproduced with FRR 8.4.4); `peerUptime` of a dead
// session is the time since it died.

#include <fmt/format.h>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

std::optional<std::string> some(std::string text) {
  if (text.empty()) return {};
  return text;
}

void read_peers(const Json& family, const std::string& name, NodeState& node) {
  const Json* peers = family.find("peers");
  if (peers == nullptr || peers->object() == nullptr) return;
  for (const auto& member : *peers->object()) {
    const Json& from = member.value;
    BgpPeer& peer = node.bgp_peers->emplace_back();
    peer.peer = member.key;
    peer.family = name;
    if (auto vrf = some(text_of(family.find("vrfName"))))
      peer.vrf = lower(*vrf) == "default" ? "default" : *vrf;
    const std::string id_type = text_of(from.find("idType"));
    peer.by_interface = id_type == "interface" ||
                        (id_type.empty() && member.key.find_first_of(".:") == std::string::npos);
    peer.state = text_of(from.find("state"));
    peer.hostname = some(text_of(from.find("hostname")));
    peer.description = some(text_of(from.find("desc")));
    peer.remote_as = integer_of(from.find("remoteAs"));
    peer.since_ms = integer_of(from.find("peerUptimeMsec"));
    peer.prefixes = integer_of(from.find("pfxRcd"));
    if (!peer.prefixes) peer.prefixes = integer_of(from.find("prefixReceivedCount"));  // FRR < 7
    peer.established_count = integer_of(from.find("connectionsEstablished"));
    peer.dropped_count = integer_of(from.find("connectionsDropped"));
    peer.line = from.line;
  }
}

// Families at this level: the object itself (flat), else each member that has peers; a member
// without peers may be a VRF with families in it ("show bgp vrf all summary json").
void read_level(const Json& level, const std::string& name, NodeState& node, int depth) {
  if (level.find("peers") != nullptr) return read_peers(level, name, node);
  if (level.object() == nullptr || depth == 0) return;
  for (const auto& member : *level.object()) read_level(member.value, member.key, node, depth - 1);
}

bool has_family(const Json& level, int depth) {
  if (level.find("peers") != nullptr || level.find("routerId") != nullptr) return true;
  if (level.object() == nullptr || depth == 0) return false;
  for (const auto& member : *level.object())
    if (has_family(member.value, depth - 1)) return true;
  return false;
}

// How bgpd says that there is nothing: "% BGP instance not found", {"warning": "Default BGP
// instance not found"}, "% No BGP neighbors found in VRF default". An answer, not a failure.
bool says_no_bgp(std::string_view text) {
  if (text.size() > 400) return false;
  const std::string said = lower(text);
  return said.find("bgp instance not found") != said.npos ||
         said.find("no bgp neighbors found") != said.npos;
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  if (says_no_bgp(answer.text)) {
    node.bgp_peers.emplace();
    node.bgp_from = answer.from;
    return {};
  }
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.object() == nullptr || (!json.object()->empty() && !has_family(json, 2)))
    return fail_at({answer.from, 1, 1}, "is JSON, but no BGP summary: it has no 'peers'",
                   "expected the output of `vtysh -c 'show bgp summary json'`");
  node.bgp_peers.emplace();
  node.bgp_from = answer.from;
  read_level(json, "", node, 2);
  for (const BgpPeer& peer : *node.bgp_peers)
    if (peer.state.empty())
      notes.warn({answer.from, static_cast<std::uint32_t>(peer.line), 0},
                 fmt::format("peer '{}' has no state", printable(peer.peer)));
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {
      {{"vtysh", "-c", "show bgp summary json"},
       {"show bgp summary", "bgp summary", "show ip bgp summary", "vtysh show ip bgp summary",
        "frr bgp summary", "show bgp ipv4 unicast summary", "vtysh show bgp ipv4 unicast summary",
        "show bgp vrf all summary", "vtysh show bgp vrf all summary", "bgp"},
       true}};
  collect_first(host, requests, "BGP sessions", parse, node, notes);
}

}  // namespace

extern const Collector frr_bgp_summary = {"BGP sessions as FRR knows them", parse, collect};

}  // namespace weft::collectors

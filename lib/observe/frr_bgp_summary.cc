// BGP sessions from FRR's `show bgp summary json`: one address family per level, or flat.
//
// `state` decides. `peerState` says "OK" also for dead sessions and `failedPeers` counts those the
// operator shut (FRRouting/frr#7594, #4913; reproduced with FRR 8.4.4); `peerUptime` of a dead
// session is the time since it died.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

std::optional<std::string> some(std::string text) {
  if (text.empty()) return {};
  return text;
}

// "00:00:26", "3d04h10m", "01w2d03h", "02y11w3d"; "never" is no time.
std::optional<std::int64_t> parse_uptime(std::string_view text) {
  constexpr std::int64_t day = 86400;
  std::int64_t total = 0, number = 0;
  bool digits = false;
  const bool clock = text.find(':') != text.npos;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      if (number > 1'000'000) return {};
      number = number * 10 + (c - '0');
      digits = true;
      continue;
    }
    static constexpr std::pair<char, std::int64_t> units[] = {
        {'y', 365 * day}, {'w', 7 * day}, {'d', day}, {'h', 3600}, {'m', 60}, {'s', 1}};
    const auto unit = std::ranges::find(units, c, &std::pair<char, std::int64_t>::first);
    if (!digits || (clock ? c != ':' : unit == std::end(units))) return {};
    total = clock ? (total + number) * 60 : total + number * unit->second;
    number = 0;
    digits = false;
  }
  if (text.empty() || clock != digits) return {};
  return (total + number) * 1000;
}

std::optional<std::int64_t> since(const Json& peer) {
  if (const auto exact = integer_of(peer.find("peerUptimeMsec"))) return exact;
  return parse_uptime(trim(text_of(peer.find("peerUptime"))));
}

class Reader {
 public:
  Reader(const Answer& answer, NodeState& node, Notes& notes)
      : answer_(answer), node_(node), notes_(notes) {}

  // Families at this level: the object itself (flat), else each member that has peers; a member
  // without peers may be a VRF with families in it ("show bgp vrf all summary json").
  Result<void> level(const Json& from, const std::string& name, int depth) {
    if (from.find("peers") != nullptr) return family(from, name);
    if (from.object() == nullptr || depth == 0) return {};
    for (const auto& member : *from.object())
      WEFT_CHECK(level(member.value, member.key, depth - 1));
    return {};
  }

 private:
  Result<void> family(const Json& from, const std::string& name) {
    const Json& peers = *from.find("peers");
    if (peers.is_null()) return {};
    if (peers.object() == nullptr)
      return fail_at(peers.place(answer_.from),
                     fmt::format("'peers' is {}, not a map of sessions by peer", peers.kind()),
                     "expected the output of `vtysh -c 'show bgp summary json'`");
    std::set<std::string> known;
    for (const auto& member : *peers.object()) {
      if (!known.insert(member.key).second)
        notes_.warn(member.value.place(answer_.from),
                    fmt::format("peer '{}' a second time: both count", printable(member.key, 60)));
      peer(from, name, member);
    }
    complete(from, name, peers.object()->size());
    return {};
  }

  // `peerCount` counts sessions of other families too; it only counts where there is no better.
  void complete(const Json& from, const std::string& name, std::size_t listed) {
    auto total = integer_of(from.find("totalPeers"));
    if (!total) total = integer_of(from.find("peerCount"));
    if (!total || *total <= static_cast<std::int64_t>(listed)) return;
    const std::string what =
        fmt::format("{} of {} sessions are listed{}", listed, *total,
                    name.empty() ? "" : fmt::format(" in {}", printable(name, 60)));
    notes_.warn(from.place(answer_.from), what);
    notes_.gap("BGP sessions", fmt::format("{}: {}", printable(answer_.from), what));
  }

  void peer(const Json& family, const std::string& name, const Json::Member& member) {
    const Json& from = member.value;
    BgpPeer& peer = node_.bgp_peers->emplace_back();
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
    peer.since_ms = since(from);
    peer.prefixes = integer_of(from.find("pfxRcd"));
    if (!peer.prefixes) peer.prefixes = integer_of(from.find("prefixReceivedCount"));  // FRR < 7
    peer.established_count = integer_of(from.find("connectionsEstablished"));
    peer.dropped_count = integer_of(from.find("connectionsDropped"));
    peer.line = from.line;
  }

  const Answer& answer_;
  NodeState& node_;
  Notes& notes_;
};

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
  NodeState read;
  read.bgp_peers.emplace();
  WEFT_CHECK(Reader(answer, read, notes).level(json, "", 2));
  node.bgp_peers = std::move(read.bgp_peers);
  node.bgp_from = answer.from;
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

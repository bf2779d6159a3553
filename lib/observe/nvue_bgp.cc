// BGP sessions from NVUE, for a switch on which FRR was not asked or did not answer.
//
// `nv show vrf default router bgp neighbor -o json` is a map of peers; prefixes are under
// `afi-safi` since Cumulus Linux 5.12, under `address-family` in the detailed view and before. The
// levels above
// (`neighbor`, `router` and `bgp`, the VRF) are there when more was asked for. States are in lower
// case. Reference facts 5.6.

#include <fmt/format.h>

#include <array>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

// FRR's spelling, which the checks know.
std::string state_of(const Json& from) {
  const Json* state = from.find("state");
  const bool wrapped = state != nullptr && state->object() != nullptr &&
                       state->object()->size() == 1 && state->find("value") == nullptr;
  const std::string said = wrapped ? state->object()->front().key : text_of(state);
  static constexpr std::array known = {"Idle",         "Connect",     "Active",   "OpenSent",
                                       "OpenConfirm",  "Established", "Clearing", "Deleted",
                                       "Idle (Admin)", "Idle (PfxCt)"};
  std::string squeezed;
  for (const char c : said)
    if (c != '-' && c != '_') squeezed += c;
  const bool shut = bool_of(from.find("shutdown")).value_or(false);
  for (const char* word : known)
    if (equal_ignoring_case(squeezed, word))
      return shut && !equal_ignoring_case(squeezed, "Established") ? "Idle (Admin)" : word;
  return shut && said.empty() ? "Idle (Admin)" : said;
}

// "ipv4-unicast" as FRR has it: "ipv4Unicast".
std::string family_of(std::string_view nvue) {
  if (nvue == "l2vpn-evpn") return "l2VpnEvpn";
  std::string out;
  bool upper = false;
  for (const char c : nvue) {
    if (c != '-') out += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    upper = c == '-';
  }
  return out;
}

template <typename Read>
auto first_of(const Json& from, std::initializer_list<const char*> keys, Read read)
    -> decltype(read(&from)) {
  for (const char* key : keys)
    if (auto value = read(from.find(key))) return value;
  return {};
}

std::optional<std::string> some_text(const Json* from) {
  if (from != nullptr && from->object() != nullptr && from->find("value") == nullptr) return {};
  std::string text = text_of(from);
  if (text.empty() || text == "none" || text == "auto") return {};
  return text;
}

std::optional<std::int64_t> prefixes_of(const Json& family) {
  static constexpr std::initializer_list<const char*> keys = {
      "rx-prefix",       "pfx-rcvd",          "pfxrcvd",     "pfx-rx",         "prefix-rcvd",
      "prefix-received", "prefixes-received", "rcvd-prefix", "accepted-prefix"};
  if (auto count = first_of(family, keys, integer_of)) return count;
  const Json* group = family.find("prefix");
  return group == nullptr ? std::nullopt : first_of(*group, {"rx", "received", "rcvd"}, integer_of);
}

void read_peer(const Json::Member& member, const std::string& vrf, NodeState& node) {
  const Json& from = member.value;
  BgpPeer peer;
  peer.peer = member.key;
  peer.vrf = vrf;
  const auto type = some_text(from.find("type"));
  const bool address = member.key.find(':') != std::string::npos ||
                       member.key.find_first_not_of("0123456789.") == std::string::npos;
  peer.by_interface = type ? type == "unnumbered" : !address;
  peer.state = state_of(from);
  peer.hostname = first_of(from, {"hostname", "peer-hostname", "remote-hostname"}, some_text);
  peer.description = first_of(from, {"description", "desc"}, some_text);
  peer.remote_as = first_of(from, {"remote-as", "remote-asn", "as"}, integer_of);
  peer.established_count =
      first_of(from, {"connections-established", "established-count", "conn-estd"}, integer_of);
  peer.dropped_count =
      first_of(from, {"connections-dropped", "dropped-count", "conn-dropped"}, integer_of);
  peer.line = from.line;
  bool any = false;
  const Json* families = from.find("afi-safi");
  const bool with_settings =
      families == nullptr;  // families that are only configured are there too
  if (with_settings) families = from.find("address-family");
  if (families != nullptr && families->object() != nullptr)
    for (const auto& family : *families->object()) {
      const auto count = prefixes_of(family.value);
      const auto enabled = bool_of(family.value.find("enable"));
      if (enabled == false || (with_settings && !count && !enabled)) continue;
      node.bgp_peers->push_back(peer);
      node.bgp_peers->back().family = family_of(family.key);
      node.bgp_peers->back().prefixes = count;
      any = true;
    }
  if (!any) node.bgp_peers->push_back(std::move(peer));
}

bool is_peer(const Json& value) {
  for (const char* key :
       {"state", "remote-as", "afi-safi", "address-family", "peer-group", "uptime"})
    if (value.find(key) != nullptr) return true;
  return false;
}

// True when anything was found that is about BGP, be it a map without peers.
bool read_level(const Json& level, const std::string& vrf, NodeState& node, int depth) {
  if (level.object() == nullptr || depth == 0) return false;
  if (const Json* peers = level.find("neighbor"); peers != nullptr && !is_peer(*peers)) {
    if (peers->object() == nullptr) return false;
    for (const auto& member : *peers->object())
      if (member.value.object() != nullptr) read_peer(member, vrf, node);
    return true;
  }
  for (const char* inner : {"router", "bgp"})
    if (const Json* next = level.find(inner)) return read_level(*next, vrf, node, depth - 1);
  bool any = level.find("autonomous-system") != nullptr || level.find("router-id") != nullptr;
  for (const auto& member : *level.object()) {
    if (member.value.object() == nullptr) continue;
    if (is_peer(member.value))
      read_peer(member, vrf, node), any = true;
    else
      any |= read_level(member.value, member.key, node, depth - 1);
  }
  return any;
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  NodeState read;
  read.bgp_peers.emplace();
  const bool about_bgp = read_level(json, "default", read, 5);
  if (json.object() == nullptr || (!json.object()->empty() && !about_bgp))
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of BGP neighbours",
                   "expected the output of `nv show vrf default router bgp neighbor -o json`");
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
      {{"nv", "show", "vrf", "default", "router", "bgp", "neighbor", "-o", "json"},
       {"nv show vrf default router bgp neighbor --view=detail -o json",
        "nv show vrf default router bgp neighbor view detail", "nv show vrf default router bgp",
        "nv show router bgp neighbor", "nvue bgp", "nvue bgp neighbor", "bgp neighbor"}}};
  if (!node.bgp_peers) collect_first(host, requests, "BGP sessions from NVUE", parse, node, notes);
}

}  // namespace

extern const Collector nvue_bgp = {"BGP sessions as NVUE shows them", parse, collect};

}  // namespace weft::collectors

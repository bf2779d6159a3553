// `vtysh -c 'show bgp summary json'` as FRR 8.4.4 prints it, its traits included: `peerState` says
// "OK" whatever `state` is, `peerUptime` of a dead session is the time since it died
// (FRRouting/frr#7594), and a switch without BGP says so in words.

#include <fmt/format.h>

#include <algorithm>

#include "twin/host_text.h"

namespace weft {
namespace {

// "02:03:04" below a day, "3d02h03m" below a week, "01w2d03h" above.
std::string uptime_text(std::int64_t s) {
  if (s == 0) return "never";
  if (s < 86'400) return fmt::format("{:02}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
  if (s < 604'800) return fmt::format("{}d{:02}h{:02}m", s / 86'400, s / 3600 % 24, s / 60 % 60);
  return fmt::format("{:02}w{}d{:02}h", s / 604'800, s / 86'400 % 7, s / 3600 % 24);
}

void peer(JsonWriter& to, const TwinView& of, const TwinPeer& one) {
  to.key(one.port->name);
  to.begin_object();
  if (!one.hostname.empty()) put(to, "hostname", one.hostname);
  put(to, "remoteAs", one.remote_as);
  put(to, "localAs", of.node().as_number);
  put(to, "version", 4);
  put(to, "outq", 0);
  put(to, "inq", 0);
  put(to, "peerUptime", uptime_text(one.since_s));
  put(to, "peerUptimeMsec", one.since_s * 1000);
  put(to, "pfxRcd", one.state == "Established" ? one.prefixes : 0);
  put(to, "state", one.state);
  put(to, "peerState", one.state == "Idle (Admin)" ? "Admin" : "OK");
  put(to, "connectionsEstablished", one.established);
  put(to, "connectionsDropped", one.dropped);
  if (one.port->planned.there()) put(to, "desc", of.state.text(one.port->planned));
  put(to, "idType", "interface");
  to.end_object();
}

void family(JsonWriter& to, const TwinView& of, std::string_view name,
            const std::vector<TwinPeer>& peers) {
  const auto failed =
      std::ranges::count_if(peers, [](const TwinPeer& one) { return one.state != "Established"; });
  to.key(name);
  to.begin_object();
  put(to, "routerId", of.node().loopback);
  put(to, "as", of.node().as_number);
  put(to, "vrfId", 0);
  put(to, "vrfName", "default");
  put(to, "ribCount", prefixes_of(of).size());
  put(to, "peerCount", peers.size());
  to.key("peers");
  to.begin_object();
  for (const TwinPeer& one : peers) peer(to, of, one);
  to.end_object();
  put(to, "failedPeers", failed);
  put(to, "displayedPeers", peers.size());
  put(to, "totalPeers", peers.size());
  put(to, "dynamicPeers", 0);
  to.key("bestPath");
  to.begin_object();
  put(to, "multiPathRelax", "true");
  to.end_object();
  to.end_object();
}

}  // namespace

std::string frr_bgp_text(const TwinView& of) {
  const auto peers = peers_of(of);
  if (peers.empty()) return "% BGP instance not found\n";
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  family(to, of, "ipv4Unicast", peers);
  if (of.node().evpn) family(to, of, "l2VpnEvpn", peers);
  to.end_object();
  return out + "\n";
}

}  // namespace weft

// What several texts say alike; see host_text.h.

#include "twin/host_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "twin/stable.h"

namespace weft {
namespace {

constexpr std::int64_t since_fault_s = 3600;

// What a session that is not there says of itself. It was up before unless its cable now ends at
// somebody who does not speak BGP.
void tell_down(const TwinView& of, const TwinPort& port, TwinPeer& out) {
  const bool stranger = port.up && port.far.there() && !of.state.at(port.far).to_switch;
  out.state = "Idle";
  out.since_s = out.established = out.dropped = 0;
  if (stranger || !port.planned.there()) return;
  if (port.up) out.state = "Active";
  const TwinNode& far = of.node(port.planned);
  out.remote_as = far.as_number;
  out.hostname = far.announced_name;
  out.established = out.dropped = 1;
  out.since_s = since_fault_s;
}

TwinPeer peer_of(const TwinView& of, const TwinPort& port) {
  TwinPeer out{&port, "Established", "", 0, of.state.up_s, 1, 0, 0};
  if (port.session == TwinSession::established) {
    const TwinNode& far = of.node(port.far);
    out.hostname = far.announced_name;
    out.remote_as = far.as_number;
    out.established = 1 + port.bgp_drops;
    out.dropped = port.bgp_drops;
    if (port.bgp_flaps) out.since_s = 40;
    return out;
  }
  tell_down(of, port, out);
  if (port.session == TwinSession::shut) out.state = "Idle (Admin)";
  return out;
}

}  // namespace

void put_set(JsonWriter& to, std::string_view key, const std::vector<std::string>& words) {
  to.key(key);
  to.begin_object();
  for (const std::string& word : words) {
    to.key(word);
    to.begin_object();
    to.end_object();
  }
  to.end_object();
}

std::string speed_text(BitRate rate) {
  return rate.bps >= 1e9 ? fmt::format("{:g}G", rate.bps / 1e9)
                         : fmt::format("{:g}M", rate.bps / 1e6);
}

std::string age_text(std::int64_t s) {
  return fmt::format("{} day{}, {:02}:{:02}:{:02}", s / 86400, s / 86400 > 1 ? "s" : "",
                     s / 3600 % 24, s / 60 % 60, s % 60);
}

std::string module_part(const TwinNode& node) {
  return node.is_switch() ? "MMA4Z00-NS" : "MMA1Z00-NS400";
}

std::string speaker_of(const TwinView& of, TwinEnd end) {
  const std::string& instead = of.state.at(end).speaker;
  return instead.empty() ? of.node(end).announced_name : instead;
}

std::string chassis_of(const TwinView& of, TwinEnd end) {
  const std::string& instead = of.state.at(end).speaker;
  return instead.empty() ? of.node(end).mac : stable_mac(instead);
}

std::vector<TwinPeer> peers_of(const TwinView& of) {
  std::vector<TwinPeer> out;
  std::vector<std::int64_t> prefixes(of.node().ports.size());
  for (const TwinPrefix& one : prefixes_of(of))
    for (const std::int32_t port : *one.ports) ++prefixes[std::size_t(port)];
  for (const TwinPort& port : of.node().ports) {
    if (port.session == TwinSession::none) continue;
    out.push_back(peer_of(of, port));
    out.back().prefixes = prefixes[std::size_t(of.end(port).port)];
  }
  return out;
}

std::vector<TwinPrefix> prefixes_of(const TwinView& of) {
  std::vector<TwinPrefix> out;
  for (const TwinRoute& route : of.node().routes) {
    const TwinNode& to = of.state.nodes[std::size_t(route.to)];
    const auto* ports = &of.node().ways[std::size_t(route.ways)];
    out.push_back({to.loopback + "/32", ports, route.ways});
    if (!to.prefix.empty()) out.push_back({to.prefix, ports, route.ways});
  }
  return out;
}

}  // namespace weft

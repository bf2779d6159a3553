// What the nodes of the twin print, one text a file (<name>_text.cc), each from the state alone.
// The shapes are those of recorded machines; what the model does not know is left out, never 0.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_writer.h"
#include "twin/state.h"

namespace weft {

// One node of a state, as the texts see it.
struct TwinView {
  const TwinState& state;
  std::int32_t index;

  const TwinNode& node() const { return state.nodes[std::size_t(index)]; }
  const TwinNode& node(TwinEnd end) const { return state.nodes[std::size_t(end.node)]; }
  TwinEnd end(const TwinPort& port) const {
    return {index, static_cast<std::int32_t>(&port - node().ports.data())};
  }
  // Linux numbers: lo is 1, eth0 is 2, the ports follow.
  std::int32_t ifindex(std::int32_t port) const { return 3 + port; }
  bool has_eth0() const { return node().port("eth0") < 0; }  // one that is not in the plan
};

// "key": value
template <class T>
void put(JsonWriter& to, std::string_view key, const T& value) {
  to.key(key);
  if constexpr (std::is_same_v<T, bool>)
    to.value(value);
  else if constexpr (std::is_integral_v<T>)
    to.value(static_cast<std::int64_t>(value));
  else
    to.value(value);
}
void put_set(JsonWriter& to, std::string_view key, const std::vector<std::string>& words);

constexpr int pretty = 64;  // levels: all

// Hosts and switches.
std::string lldpctl_text(const TwinView& of, bool json0);
std::string ip_addr_text(const TwinView& of);
std::string ip_route_text(const TwinView& of);
std::optional<std::string> ethtool_text(const TwinView& of, const std::string& device);
std::optional<std::string> ethtool_fec_text(const TwinView& of, const std::string& device);
std::optional<std::string> ethtool_module_text(const TwinView& of, const std::string& device);
std::optional<std::string> ethtool_statistics_text(const TwinView& of, const std::string& device);
std::optional<std::string> sysfs_text(const TwinView& of, const std::string& path);
std::vector<std::string> sysfs_paths(const TwinView& of);

// Switches.
std::string frr_bgp_text(const TwinView& of);
std::string frr_route_text(const TwinView& of);
std::string nvue_interface_text(const TwinView& of);
std::string nvue_lldp_text(const TwinView& of);
std::string nvue_transceiver_text(const TwinView& of);
std::string nvue_bgp_text(const TwinView& of);
std::string nvue_rib_text(const TwinView& of);
std::string nvue_roce_text(const TwinView& of);
std::string nvue_adaptive_routing_text(const TwinView& of);
std::optional<std::string> nvue_qos_text(const TwinView& of, const std::string& port);

// What they share.
std::string speed_text(BitRate rate);  // "400G"
// "1 day, 03:00:01" as lldpd writes an age.
std::string age_text(std::int64_t seconds);
std::string module_part(const TwinNode& node);
std::string speaker_of(const TwinView& of, TwinEnd end);  // the name in its LLDP, may be ""
std::string chassis_of(const TwinView& of, TwinEnd end);  // its MAC, of the DPU where that speaks

// A session as both FRR and NVUE tell it.
struct TwinPeer {
  const TwinPort* port;
  std::string state;     // FRR's word
  std::string hostname;  // of the far end, "" when it was never established
  std::int64_t remote_as = 0, since_s = 0, established = 0, dropped = 0;
  std::int64_t prefixes = 0;
};
std::vector<TwinPeer> peers_of(const TwinView& of);

// Every prefix another switch announces, with the ports that lead there.
struct TwinPrefix {
  std::string prefix;
  const std::vector<std::int32_t>* ports;
  std::int32_t group;  // the same for the same ports
};
std::vector<TwinPrefix> prefixes_of(const TwinView& of);

}  // namespace weft

// `nv show interface -o json` of Cumulus Linux 5.11 and later: oper-status beside the older
// `state`, `mac-address`, counts of the link. Reference facts 5.4 and 6.6; a BER of zero is written
// as NVUE writes it, and a link that is down has none.

#include <fmt/format.h>

#include "twin/host_text.h"
#include "twin/stable.h"

namespace weft {
namespace {

// "3E-6"
std::string ber_text(double ratio) {
  if (ratio <= 0) return "15E-255";
  int exponent = 0;
  while (ratio < 1) ratio *= 10, --exponent;
  return fmt::format("{:.0f}E{}", ratio, exponent);
}

void stats(JsonWriter& to, const TwinPort& port) {
  const TwinCounters& c = port.counters;
  std::uint64_t in = 0, out = 0, in_packets = 0, out_packets = 0, drops = 0;
  for (const auto& one : c.priorities) {
    in += one.rx_bytes, out += one.tx_bytes, drops += one.discards;
    in_packets += one.rx_packets, out_packets += one.tx_packets;
  }
  to.key("stats");
  to.begin_object();
  put(to, "carrier-down-count", port.carrier_changes / 2);
  put(to, "carrier-transitions", port.carrier_changes);
  put(to, "carrier-up-count", port.carrier_changes - port.carrier_changes / 2);
  put(to, "in-bytes", in);
  put(to, "in-drops", 0);
  put(to, "in-errors", c.rx_errors);
  put(to, "in-pkts", in_packets);
  put(to, "out-bytes", out);
  put(to, "out-drops", drops);
  put(to, "out-errors", 0);
  put(to, "out-pkts", out_packets);
  to.end_object();
}

void health(JsonWriter& to, const TwinPort& port) {
  to.key("phy");
  to.begin_object();
  to.key("health");
  to.begin_object();
  put(to, "effective-ber", ber_text(port.effective_ber));
  put(to, "raw-ber", ber_text(port.raw_ber));
  to.end_object();
  to.end_object();
}

void link(JsonWriter& to, const TwinPort& port) {
  to.key("link");
  to.begin_object();
  put(to, "admin-status", port.enabled ? "up" : "down");
  put(to, "auto-negotiate", port.autonegotiation ? "on" : "off");
  put(to, "duplex", "full");
  put(to, "fec", port.fec == "rs" ? "rs" : "off");
  put(to, "mac-address", port.mac);
  put(to, "mtu", port.mtu);
  put(to, "oper-status", port.up ? "up" : "down");
  put(to, "protodown", "disabled");
  if (port.up) put(to, "speed", speed_text(port.rate));
  put_set(to, "state", {port.up ? "up" : "down"});
  stats(to, port);
  if (!port.up && port.enabled)
    put(to, "troubleshooting-info",
        port.far.there() || port.outside ? "Signal not detected." : "Cable is unplugged.");
  if (port.up) health(to, port);
  to.end_object();
}

void swp(JsonWriter& to, const TwinView& of, const TwinPort& port) {
  to.key(port.name);
  to.begin_object();
  put(to, "ifindex", of.ifindex(of.end(port).port));
  std::vector<std::string> addresses;
  if (!port.address.empty()) addresses.push_back(port.address);
  if (port.up) addresses.push_back(link_local(port.mac) + "/64");
  to.key("ip");
  to.begin_object();
  put_set(to, "address", addresses);
  put(to, "vrf", "default");
  to.end_object();
  link(to, port);
  if (port.adaptive_routing) {
    to.key("router");
    to.begin_object();
    to.key("adaptive-routing");
    to.begin_object();
    put(to, "state", *port.adaptive_routing ? "enabled" : "disabled");
    to.end_object();
    to.end_object();
  }
  put(to, "type", port.name == "eth0" ? "eth" : "swp");
  to.end_object();
}

void other(JsonWriter& to, std::string_view name, std::int64_t ifindex, std::string_view type,
           const std::string& address, std::int64_t mtu) {
  to.key(name);
  to.begin_object();
  put(to, "ifindex", ifindex);
  to.key("ip");
  to.begin_object();
  put_set(to, "address", {address});
  to.end_object();
  to.key("link");
  to.begin_object();
  put(to, "admin-status", "up");
  put(to, "mtu", mtu);
  put(to, "oper-status", "up");
  put_set(to, "state", {"up"});
  if (type == "eth") put(to, "speed", "1G");
  to.end_object();
  put(to, "type", type);
  to.end_object();
}

}  // namespace

std::string nvue_interface_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  if (of.has_eth0()) other(to, "eth0", 2, "eth", of.node().management + "/16", 1500);
  other(to, "lo", 1, "loopback", of.node().loopback + "/32", 65536);
  for (const TwinPort& port : of.node().ports)
    if (!port.absent) swp(to, of, port);
  to.end_object();
  return out + "\n";
}

}  // namespace weft

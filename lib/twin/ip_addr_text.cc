// `ip -d -j addr` of a switch or a host, as iproute2 5.15 prints it.

#include <fmt/format.h>

#include "base/text.h"
#include "twin/host_text.h"
#include "twin/stable.h"

namespace weft {
namespace {

struct LinuxInterface {
  std::int32_t index = 0;
  std::string name, mac;
  std::int64_t mtu = 0;
  bool loopback = false, enabled = true, up = true;
  std::vector<std::string> addresses = {};  // with their length
};

void address(JsonWriter& to, const std::string& text) {
  const auto slash = text.find('/');
  const bool v6 = text.find(':') != text.npos;
  to.begin_object();
  put(to, "family", v6 ? "inet6" : "inet");
  put(to, "local", text.substr(0, slash));
  put(to, "prefixlen", std::int64_t(parse_uint(text.substr(slash + 1)).value_or(32)));
  put(to, "scope",
      text.starts_with("fe80")   ? "link"
      : text.starts_with("127.") ? "host"
                                 : "global");
  to.end_object();
}

void write_interface(JsonWriter& to, const LinuxInterface& one) {
  to.begin_object();
  put(to, "ifindex", one.index);
  put(to, "ifname", one.name);
  to.key("flags");
  to.begin_array();
  if (!one.up && one.enabled) to.value("NO-CARRIER");
  for (const char* flag : {"BROADCAST", "MULTICAST"})
    if (!one.loopback) to.value(flag);
  if (one.loopback) to.value("LOOPBACK");
  if (one.enabled) to.value("UP");
  if (one.enabled && one.up) to.value("LOWER_UP");
  to.end_array();
  put(to, "mtu", one.mtu);
  put(to, "qdisc", one.loopback ? "noqueue" : "mq");
  put(to, "operstate", one.loopback ? "UNKNOWN" : one.up ? "UP" : "DOWN");
  put(to, "group", "default");
  put(to, "txqlen", 1000);
  put(to, "link_type", one.loopback ? "loopback" : "ether");
  put(to, "address", one.mac);
  put(to, "broadcast", one.loopback ? "00:00:00:00:00:00" : "ff:ff:ff:ff:ff:ff");
  to.key("addr_info");
  to.begin_array();
  for (const std::string& text : one.addresses) address(to, text);
  to.end_array();
  to.end_object();
}

std::vector<LinuxInterface> interfaces_of(const TwinView& of) {
  const TwinNode& node = of.node();
  std::vector<LinuxInterface> out;
  out.push_back({1, "lo", "00:00:00:00:00:00", 65536, true, true, true, {"127.0.0.1/8"}});
  if (!node.loopback.empty()) out.back().addresses.push_back(node.loopback + "/32");
  if (of.has_eth0())
    out.push_back({2, "eth0", node.mac, 1500, false, true, true, {node.management + "/16"}});
  for (const TwinPort& port : node.ports) {
    if (port.absent) continue;
    LinuxInterface& one = out.emplace_back();
    one.index = of.ifindex(of.end(port).port);
    one.name = port.name;
    one.mac = port.mac;
    one.mtu = port.mtu;
    one.enabled = port.enabled;
    one.up = port.up;
    if (!port.address.empty()) one.addresses.push_back(port.address);
    if (port.up) one.addresses.push_back(link_local(port.mac) + "/64");
  }
  return out;
}

}  // namespace

std::string ip_addr_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out);
  to.begin_array();
  for (const LinuxInterface& one : interfaces_of(of)) write_interface(to, one);
  to.end_array();
  return out + "\n";
}

}  // namespace weft

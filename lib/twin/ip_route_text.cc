// `ip -j -4 route`: what the kernel forwards by. BGP's ways without addresses go to 169.254.0.1 on
// their port, as FRR installs them. A kernel that fell behind uses the first way of each group (FRR
// 8.4.4 with nexthop objects, after a link flap).

#include <fmt/format.h>

#include "base/text.h"
#include "twin/host_text.h"

namespace weft {
namespace {

void connected(JsonWriter& to, const std::string& prefix, const std::string& device,
               const std::string& source) {
  to.begin_object();
  put(to, "dst", prefix);
  put(to, "dev", device);
  put(to, "protocol", "kernel");
  put(to, "scope", "link");
  put(to, "prefsrc", source);
  to.key("flags");
  to.begin_array();
  to.end_array();
  to.end_object();
}

void blackhole(JsonWriter& to, const std::string& prefix) {
  to.begin_object();
  put(to, "type", "blackhole");
  put(to, "dst", prefix);
  put(to, "protocol", "static");
  put(to, "metric", 20);
  to.key("flags");
  to.begin_array();
  to.end_array();
  to.end_object();
}

// "10.16.3.0/31" of "10.16.3.1/31": the even address of the pair.
std::string network_of(const std::string& address) {
  const auto dot = address.rfind('.'), slash = address.find('/');
  const auto last = parse_uint(address.substr(dot + 1, slash - dot - 1)).value_or(0);
  return fmt::format("{}.{}/31", address.substr(0, dot), last & ~std::uint64_t{1});
}

void way(JsonWriter& to, const std::string& device, bool one_of_many) {
  put(to, "gateway", "169.254.0.1");
  put(to, "dev", device);
  if (one_of_many) put(to, "weight", 1);
  if (!one_of_many) put(to, "protocol", "bgp"), put(to, "metric", 20);
  to.key("flags");
  to.begin_array();
  to.value("onlink");
  to.end_array();
}

void learnt(JsonWriter& to, const TwinNode& node, const TwinPrefix& one) {
  const bool single = one.ports->size() == 1 || node.stale_forwarding;
  const auto device = [&](std::int32_t port) { return node.ports[std::size_t(port)].name; };
  to.begin_object();
  // The kernel prints an address of its own without a length.
  put(to, "dst",
      one.prefix.ends_with("/32") ? one.prefix.substr(0, one.prefix.size() - 3) : one.prefix);
  if (single) {
    way(to, device(one.ports->front()), false);
    return to.end_object();
  }
  put(to, "protocol", "bgp");
  put(to, "metric", 20);
  to.key("flags");
  to.begin_array();
  to.end_array();
  to.key("nexthops");
  to.begin_array();
  for (const std::int32_t port : *one.ports) {
    to.begin_object();
    way(to, device(port), true);
    to.end_object();
  }
  to.end_array();
  to.end_object();
}

}  // namespace

std::string ip_route_text(const TwinView& of) {
  const TwinNode& node = of.node();
  std::string out;
  JsonWriter to(out);
  to.begin_array();
  for (const TwinPort& port : node.ports)
    if (!port.address.empty() && port.up)
      connected(to, network_of(port.address), port.name,
                port.address.substr(0, port.address.find('/')));
  if (!node.prefix.empty()) blackhole(to, node.prefix);
  for (const TwinPrefix& one : prefixes_of(of)) learnt(to, node, one);
  if (of.has_eth0() && node.management.starts_with("172.16."))
    connected(to, "172.16.0.0/16", "eth0", node.management);
  to.end_array();
  return out + "\n";
}

}  // namespace weft

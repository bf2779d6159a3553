// `vtysh -c 'show ip route json'` as FRR 8.4.4 prints it: its own addresses, the cables of its
// hosts, and BGP's routes with the ports that carry each.

#include <fmt/format.h>

#include "base/text.h"
#include "twin/host_text.h"
#include "twin/stable.h"

namespace weft {
namespace {

void begin_route(JsonWriter& to, const std::string& prefix, std::string_view protocol,
                 std::int64_t distance, std::size_t hops) {
  to.key(prefix);
  to.begin_array();
  to.begin_object();
  put(to, "prefix", prefix);
  put(to, "prefixLen",
      std::int64_t(parse_uint(std::string_view(prefix).substr(prefix.find('/') + 1)).value_or(0)));
  put(to, "protocol", protocol);
  put(to, "vrfId", 0);
  put(to, "vrfName", "default");
  put(to, "selected", true);
  put(to, "destSelected", true);
  put(to, "distance", distance);
  put(to, "metric", 0);
  put(to, "installed", true);
  put(to, "table", 254);
  put(to, "internalNextHopNum", hops);
  put(to, "internalNextHopActiveNum", hops);
}

void end_route(JsonWriter& to) {
  to.end_array();
  to.end_object();
  to.end_array();
}

void connected(JsonWriter& to, const std::string& prefix, std::int32_t ifindex,
               const std::string& device) {
  begin_route(to, prefix, "connected", 0, 1);
  to.key("nexthops");
  to.begin_array();
  to.begin_object();
  put(to, "flags", 3);
  put(to, "fib", true);
  put(to, "directlyConnected", true);
  put(to, "interfaceIndex", ifindex);
  put(to, "interfaceName", device);
  put(to, "active", true);
  to.end_object();
  end_route(to);
}

// What a leaf announces for all its hosts: dropped here unless a cable's own prefix is longer.
void aggregate(JsonWriter& to, const std::string& prefix) {
  begin_route(to, prefix, "static", 1, 1);
  to.key("nexthops");
  to.begin_array();
  to.begin_object();
  put(to, "flags", 3);
  put(to, "fib", true);
  put(to, "unreachable", true);
  put(to, "blackhole", true);
  put(to, "active", true);
  to.end_object();
  end_route(to);
}

void hop(JsonWriter& to, const TwinView& of, std::int32_t index) {
  const TwinPort& port = of.node().ports[std::size_t(index)];
  to.begin_object();
  put(to, "flags", 3);
  put(to, "fib", true);
  put(to, "ip", link_local(of.state.at(port.far).mac));
  put(to, "afi", "ipv6");
  put(to, "interfaceIndex", of.ifindex(index));
  put(to, "interfaceName", port.name);
  put(to, "active", true);
  put(to, "weight", 1);
  to.end_object();
}

}  // namespace

std::string frr_route_text(const TwinView& of) {
  const TwinNode& node = of.node();
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  connected(to, node.loopback + "/32", 1, "lo");
  for (const TwinPort& port : node.ports)  // the even address of the pair is the leaf's
    if (!port.address.empty() && port.up)
      connected(to, port.address, of.ifindex(of.end(port).port), port.name);
  if (!node.prefix.empty()) aggregate(to, node.prefix);
  for (const TwinPrefix& one : prefixes_of(of)) {
    begin_route(to, one.prefix, "bgp", 20, one.ports->size());
    put(to, "nexthopGroupId", 100 + one.group);
    put(to, "installedNexthopGroupId", 100 + one.group);
    to.key("nexthops");
    to.begin_array();
    for (const std::int32_t port : *one.ports) hop(to, of, port);
    end_route(to);
  }
  to.end_object();
  return out + "\n";
}

}  // namespace weft

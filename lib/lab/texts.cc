// Facts: measured with FRR 8.4.4, lldpd 1.0.16 and iproute2 6.1 on Linux 6.18; see texts.h.

#include "lab/texts.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft {
namespace {

std::string end_of(const LabLayout& layout, const Port& port) {
  const LabPort& p = *layout.node(port.node)->port(port.name);
  return fmt::format("name {} netns {} address {} mtu {}", port.name, port.node, p.mac,
                     layout.options.mtu);
}

// A host sends from each address through that address's own rail, so that rails can be crossed.
std::string host_routes(const LabPort& port) {
  return fmt::format(
      "route add 10.{0}.0.0/16 via {1} dev {2} src {3}\n"
      "route add default via {1} dev {2} table {4}\n",
      1 + *port.rail, port.far_address, port.name, port.address, 100 + *port.rail);
}

// Burst 4 ms: of about one packet it would cap the rate. Queue 12 ms.
struct Shape {
  explicit Shape(const LabOptions& options) {
    const auto ms = static_cast<std::int64_t>(options.rate.bps / 8000);  // bytes in a millisecond
    burst = std::max(4 * ms, 2 * options.mtu);
    limit = std::max(12 * ms, 4 * options.mtu);
  }
  std::int64_t burst = 0, limit = 0;  // bytes
};

// As RoCE's profile has it: congestion notifications before all else, RoCE and the rest half each.
struct TrafficClass {
  int priority;
  int rank;      // the lower goes first
  double share;  // of the rate that nobody takes from it
};
constexpr TrafficClass traffic_classes[] = {{6, 0, 0.02}, {3, 1, 0.49}, {0, 1, 0.49}};

std::string class_line(const Shape& shape, const std::string& port, const char* parent,
                       const std::string& id, BitRate rate, BitRate ceiling, int rank) {
  return fmt::format(
      "class replace dev {} parent {} classid {} htb rate {:.0f}bit ceil {:.0f}bit burst {} "
      "cburst {} prio {} quantum {}\n",
      port, parent, id, rate.bps, ceiling.bps, shape.burst, shape.burst, rank, 60000);
}

}  // namespace

std::string cable_batch(const LabLayout& layout, const LabCable& cable) {
  return fmt::format("link add {} type veth peer {}\n", end_of(layout, cable.a),
                     end_of(layout, cable.b));
}

std::string management_batch(const LabLayout& layout) {
  std::string out = fmt::format(
      "link set lo up\nlink add mgmt type bridge\naddr add {}/24 dev mgmt\nlink set mgmt up\n",
      lab_operator_address);
  std::size_t n = 0;
  for (const LabNode* host : layout.hosts()) {
    out += fmt::format("link add name m{0} type veth peer name {1} netns {2} address {3}\n", n,
                       layout.management_port, host->name, host->management_mac);
    out += fmt::format("link set m{} master mgmt up\n", n++);
  }
  return out;
}

std::string port_batch(const LabNode& node, const LabPort& port) {
  std::string out;
  if (!port.address.empty()) out += fmt::format("addr add {}/31 dev {}\n", port.address, port.name);
  out += fmt::format("link set {} up\n", port.name);
  if (node.is_host()) out += host_routes(port);
  return out;
}

std::string revive_batch(const LabLayout& layout, const LabNode& host) {
  std::string out = fmt::format("link set {} up\n", layout.management_port);
  for (const LabPort& port : host.ports)
    out += fmt::format("link set {} up\n", port.name) + host_routes(port);
  return out;
}

std::string address_batch(const LabLayout& layout, const LabNode& node) {
  std::string out = "link set lo up\n";
  if (!node.loopback.empty()) out += fmt::format("addr add {}/32 dev lo\n", node.loopback);
  if (node.is_host())
    out += fmt::format("addr add {0}/24 dev {1}\nlink set {1} up\n", node.management,
                       layout.management_port);
  for (const LabPort& port : node.ports) {
    out += port_batch(node, port);
    if (node.is_host())
      out += fmt::format("rule add from {} lookup {}\n", port.address, 100 + *port.rail);
  }
  if (node.is_host() || !layout.options.static_routes) return out;
  for (const LabRoute& route : routes_from(layout, node)) {
    out += "route add " + route.prefix;
    for (const std::string& hop : route.hops)
      out += fmt::format(" nexthop via {} dev {}", node.port(hop)->far_address, hop);
    out += '\n';
  }
  return out;
}

std::string rate_batch(const LabOptions& options, const LabNode& node, const std::string& port) {
  const Shape shape(options);
  if (node.is_host())
    return fmt::format("qdisc replace dev {} root tbf rate {:.0f}bit burst {} limit {}\n", port,
                       options.rate.bps, shape.burst, shape.limit);
  std::string out = class_line(shape, port, "1:", "1:1", options.rate, options.rate, 0);
  for (const TrafficClass& one : traffic_classes) {
    const BitRate own{options.rate.bps * one.share};
    const std::string id = fmt::format("1:1{}", one.priority);
    out += class_line(shape, port, "1:1", id, own, options.rate, one.rank);
    out += fmt::format("qdisc replace dev {} parent {} handle 1{}: bfifo limit {}\n", port, id,
                       one.priority, shape.limit);
  }
  return out;
}

std::string queue_batch(const LabOptions& options, const LabNode& node, const std::string& port) {
  const std::string root = fmt::format("qdisc add dev {} root handle 1: htb default 10\n", port);
  return (node.is_host() ? "" : root) + rate_batch(options, node, port);
}

// Hash policy 3 over addresses, protocol and ports: policy 1 would use the sending socket's random
// hash, which a veth keeps, and the same flow would take another way each time.
std::vector<KernelSetting> kernel_settings(const LabNode& node) {
  std::vector<KernelSetting> out = {{"ipv4/conf/all/rp_filter", "0"},
                                    {"ipv4/conf/default/rp_filter", "0"}};
  const auto add = [&](std::vector<KernelSetting> more) {
    out.insert(out.end(), more.begin(), more.end());
  };
  if (node.is_host()) {
    add({{"ipv4/conf/all/arp_ignore", "1"},
         {"ipv4/conf/all/arp_announce", "2"},
         {"ipv6/conf/all/disable_ipv6", "1"},
         {"ipv6/conf/default/disable_ipv6", "1"}});
    return out;
  }
  add({{"ipv4/ip_forward", "1"},
       {"ipv6/conf/all/forwarding", "1"},
       {"ipv6/conf/all/accept_dad", "0"},
       {"ipv6/conf/default/accept_dad", "0"},
       {"ipv4/conf/all/ignore_routes_with_linkdown", "1"},
       {"ipv4/conf/default/ignore_routes_with_linkdown", "1"},
       {"ipv4/fib_multipath_hash_policy", "3"},
       {"ipv4/fib_multipath_hash_fields", "55"},
       {"ipv4/fib_multipath_hash_seed", std::to_string(node.hash_seed), true}});
  return out;
}

// Without nexthop objects: with them FRR 8.4.4 leaves a kernel group of one member after a link
// flap, while its own table shows all.
std::string zebra_config(const LabNode& node) {
  std::string out = fmt::format(
      "hostname {}\nlog file /run/node/zebra.log\nno zebra nexthop kernel enable\n", node.name);
  for (const LabPort& port : node.ports)
    if (!port.to_host())
      out += fmt::format("interface {}\n no ipv6 nd suppress-ra\n ipv6 nd ra-interval 1\nexit\n",
                         port.name);
  return out;
}

// The route-map stands before `router bgp` and its delay timer is 0: defined later, nothing would
// be exported for 5 s.
std::string bgpd_config(const LabLayout& layout, const LabNode& node) {
  std::string out = fmt::format(R"(hostname {0}
log file /run/node/bgpd.log
ip prefix-list EXPORT seq 5 deny 10.254.0.0/16 le 32
ip prefix-list EXPORT seq 10 permit 10.0.0.0/8 le 32
route-map TO_FABRIC permit 10
 match ip address prefix-list EXPORT
exit
bgp route-map delay-timer 0
router bgp {1}
 bgp router-id {2}
 no bgp ebgp-requires-policy
 no bgp default ipv4-unicast
 bgp bestpath as-path multipath-relax
 timers bgp 1 3
 coalesce-time 50
 neighbor FABRIC peer-group
 neighbor FABRIC remote-as external
 neighbor FABRIC advertisement-interval 0
 neighbor FABRIC timers connect 1
)",
                                node.name, node.as_number, node.loopback);
  if (layout.options.bfd) out += " neighbor FABRIC bfd 3 100 100\n";
  for (const LabPort& port : node.ports)
    if (!port.to_host())
      out +=
          fmt::format(" neighbor {0} interface peer-group FABRIC\n neighbor {0} description {1}\n",
                      port.name, port.far.text());
  return out + R"( address-family ipv4 unicast
  redistribute connected route-map TO_FABRIC
  neighbor FABRIC activate
  maximum-paths 64
 exit-address-family
exit
)";
}

// With the default interval of 30 s a neighbour would be seen only after 29 s: the first frame
// leaves before the far end is up.
std::string lldpd_config(const LabLayout& layout, const LabNode& node) {
  return fmt::format(
      "configure system hostname {}\nconfigure system description \"weft lab {}\"\n"
      "configure system interface pattern *,!{}\nconfigure lldp portidsubtype ifname\n"
      "configure lldp tx-interval 1\nconfigure lldp tx-hold 4\n",
      node.name, word(node.role), layout.management_port);
}

}  // namespace weft

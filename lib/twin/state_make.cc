// A healthy fabric from a plan; see state.h.
//
// Addresses: 10.0.x.y/32 is a switch's loopback; a leaf has a /24 of 10.16.0.0 and up for its
// hosts, in it a /31 a cable (the leaf even, the host odd); 172.16.x.y is eth0 of every node. An AS
// a leaf, one for the spines of a pod, one for all superspines, so that no path goes down and up
// again.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "twin/stable.h"
#include "twin/state.h"

namespace weft {
namespace {

constexpr std::int64_t superspine_as = 4'200'000'000, leaf_as = 4'200'100'001;
constexpr Bytes usual_ecn_min{150'000}, usual_ecn_max{1'501'500};

class StateMaker {
 public:
  StateMaker(const Plan& plan, std::uint64_t seed) : plan_(plan) { out_.seed = seed; }

  TwinState make() {
    const Intent& intent = plan_.intent;
    out_.roce_priority = intent.roce_priority.value_or(3);
    out_.cnp_dscp = intent.cnp_dscp.value_or(48);
    nodes();
    for (const Link& link : plan_.links) add_link(link);
    for (const Port& open : plan_.open_ports)
      if (index_.contains(open.node)) port_of(open);
    for (TwinNode& node : out_.nodes) furnish(node);
    addresses();
    settle(out_);
    return std::move(out_);
  }

 private:
  void nodes() {
    const bool overlay =
        std::ranges::any_of(plan_.nodes, [](const Node& n) { return n.tenant.has_value(); });
    for (const Node& planned : plan_.nodes) {
      if (planned.role == Role::patch_panel) continue;
      index_[planned.name] = static_cast<std::int32_t>(out_.nodes.size());
      TwinNode& node = out_.nodes.emplace_back();
      node.name = node.announced_name = planned.name;
      node.role = planned.role;
      node.rail = planned.rail;
      node.pod = planned.pod.value_or("");
      node.model = planned.model.value_or(node.is_switch() ? "SN5600" : "HGX H100");
      node.mac = stable_mac(planned.name);
      node.management = planned.management.value_or("");
      node.evpn = overlay;
    }
    number();
  }

  void number() {
    std::int64_t all = 0, switches = 0, leaves = 0;
    std::map<std::string, std::int64_t> pods;
    for (TwinNode& node : out_.nodes) {
      if (node.management.empty())
        node.management = fmt::format("172.16.{}.{}", all / 250, all % 250 + 1);
      ++all;
      if (!node.is_switch()) continue;
      ++switches;
      node.loopback = fmt::format("10.0.{}.{}", switches / 256, switches % 256);
      if (node.role == Role::superspine) {
        node.as_number = superspine_as;
      } else if (node.role == Role::spine) {
        node.as_number =
            superspine_as +
            pods.emplace(node.pod, static_cast<std::int64_t>(pods.size()) + 1).first->second;
      } else {
        node.as_number = leaf_as + leaves;
        node.prefix = fmt::format("10.{}.{}.0/24", 16 + leaves / 256, leaves % 256);
        ++leaves;
      }
    }
  }

  TwinEnd port_of(const Port& port) {
    const std::int32_t n = index_.at(port.node);
    TwinNode& node = out_.nodes[std::size_t(n)];
    const auto [it, is_new] =
        ports_.emplace(port.text(), static_cast<std::int32_t>(node.ports.size()));
    if (is_new) node.ports.emplace_back().name = port.name;
    return {n, it->second};
  }

  void add_link(const Link& link) {
    if (link.disputed || !index_.contains(link.a.node)) return;
    const TwinEnd a = port_of(link.a);
    set_rate(link, a);
    const bool cabled = link.status != LinkStatus::planned;
    if (!link.far_end_known() || !index_.contains(link.b.node)) {
      out_.at(a).outside = cabled;
      return;
    }
    const TwinEnd b = port_of(link.b);
    set_rate(link, b);
    out_.at(a).planned = b;
    out_.at(b).planned = a;
    const bool switches =
        out_.nodes[std::size_t(a.node)].is_switch() && out_.nodes[std::size_t(b.node)].is_switch();
    out_.at(a).to_switch = out_.at(b).to_switch = switches && cabled;
    if (cabled) plug(out_, a, b);
  }

  void set_rate(const Link& link, TwinEnd end) {
    const auto rate = link.rate ? link.rate : plan_.intent.link_rate;
    TwinPort& port = out_.at(end);
    if (rate) port.rate = *rate;
    port.lanes = std::max<std::int64_t>(1, static_cast<std::int64_t>(port.rate.bps / 1e11));
  }

  void furnish(TwinNode& node) {
    const Intent& intent = plan_.intent;
    node.gpus = node.is_host() ? 8 : 0;
    node.dscp = intent.roce_dscp.value_or(26);
    node.hash_seed =
        static_cast<std::uint32_t>(stable_hash(fmt::format("{} {}", out_.seed, node.name)) >> 16);
    node.announced_description = node.is_switch()
                                     ? "Cumulus Linux version 5.15.0 running on " + node.model
                                     : "Ubuntu 22.04.5 LTS Linux 5.15.0-131-generic x86_64";
    if (node.is_switch()) {
      node.adaptive_routing = intent.adaptive_routing.value_or(true);
      node.ecn_min = intent.ecn_min.value_or(usual_ecn_min);
      node.ecn_max = intent.ecn_max.value_or(usual_ecn_max);
    }
    for (std::size_t dscp = 0; dscp < 64; ++dscp)
      node.dscp_priority[dscp] = static_cast<std::uint8_t>(dscp / 8);
    node.dscp_priority[std::size_t(node.dscp) % 64] =
        static_cast<std::uint8_t>(out_.roce_priority % 8);
    for (TwinPort& port : node.ports) furnish(node, port);
  }

  void furnish(const TwinNode& node, TwinPort& port) {
    port.mac = stable_mac(node.name + ":" + port.name);
    port.mtu = plan_.intent.mtu.value_or(node.is_switch() ? 9216 : 9000);
    port.pfc = {out_.roce_priority};
    port.port_description = port.name;
    port.port_id = node.is_switch() ? port.name : port.mac;  // lldpd's own choice on a server
    port.port_id_type = node.is_switch() ? "ifname" : "mac";
    if (node.is_switch()) port.adaptive_routing = node.adaptive_routing;
    if (!port.far.there()) return;
    const std::uint64_t serial = stable_hash(node.name + " " + port.name);
    port.module_serial = fmt::format("MT{:04}FT{:05}", serial % 10'000, serial / 10'000 % 100'000);
  }

  // As many /31 as the prefix of the leaf holds.
  void addresses() {
    for (TwinNode& leaf : out_.nodes) {
      if (leaf.prefix.empty()) continue;
      const std::string net = leaf.prefix.substr(0, leaf.prefix.rfind('.'));
      int next = 0;
      for (TwinPort& port : leaf.ports) {
        if (!port.planned.there() || port.to_switch || next > 254) continue;
        port.address = fmt::format("{}.{}/31", net, next);
        out_.at(port.planned).address = fmt::format("{}.{}/31", net, next + 1);
        next += 2;
      }
    }
  }

  const Plan& plan_;
  TwinState out_;
  std::map<std::string, std::int32_t> index_;
  std::map<std::string, std::int32_t> ports_;  // by "node:port"
};

}  // namespace

TwinState make_state(const Plan& plan, std::uint64_t seed) { return StateMaker(plan, seed).make(); }

}  // namespace weft

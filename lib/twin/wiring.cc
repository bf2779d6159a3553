// State to links; see wiring.h.

#include "twin/wiring.h"

#include <algorithm>

#include "twin/qos.h"

namespace weft {
namespace {

// A host's port works only where its leaf's port has the other half of its /31.
bool carries(const TwinState& state, TwinEnd end) {
  const TwinPort& port = state.at(end);
  const TwinPort& far = state.at(port.far);
  if (!port.up || !far.up) return false;
  const bool of_host = state.nodes[std::size_t(end.node)].is_host() ||
                       state.nodes[std::size_t(port.far.node)].is_host();
  if (of_host) return port.planned == port.far;
  return port.session == TwinSession::established && far.session == TwinSession::established;
}

double capacity(const TwinState& state, TwinEnd sender) {
  const TwinPort& from = state.at(sender);
  const double far = usable_rate(state.at(from.far)).bps;
  const double noise = from.noise ? from.noise->bps : 0;
  return std::max(std::min(usable_rate(from).bps, far) - noise, 0.0);
}

// The rail for which a NIC is meant: what its planned leaf says.
std::optional<std::int64_t> rail_of(const TwinState& state, TwinEnd end) {
  const TwinEnd far = state.at(end).planned;
  return far.there() ? state.nodes[std::size_t(far.node)].rail : std::nullopt;
}

// Adaptive routing needs all ports of a group; a switch here has it or has it not.
bool adapts(const TwinNode& node) {
  return node.adaptive_routing.value_or(false) &&
         std::ranges::all_of(node.ports, [](const TwinPort& port) {
           return !port.to_switch || port.adaptive_routing.value_or(true);
         });
}

SwitchChoice choice_of(const TwinNode& node, bool is_roce) {
  if (node.one_way_only || node.stale_forwarding) return {Spreading::first, 0, false};
  return {is_roce && adapts(node) ? Spreading::spray : Spreading::hash, node.hash_seed, false};
}

void add_cables(const TwinState& state, TwinWiring& out, std::vector<GraphCable>& cables) {
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n)
    for (std::int32_t p = 0; p < std::int32_t(state.nodes[std::size_t(n)].ports.size()); ++p) {
      const TwinEnd a{n, p};
      const TwinEnd b = state.at(a).far;
      if (!b.there() || b < a) continue;
      const bool host_a = state.nodes[std::size_t(a.node)].is_host();
      cables.push_back({static_cast<std::uint32_t>(a.node), static_cast<std::uint32_t>(b.node),
                        capacity(state, a), capacity(state, b), rail_of(state, host_a ? a : b)});
      for (const TwinEnd sender : {a, b}) {
        out.sender.push_back(sender);
        out.dead.push_back(!carries(state, a));
        out.loss.push_back(state.at(sender).loss);
        out.mtu.push_back(std::min(state.at(a).mtu, state.at(b).mtu));
      }
    }
}

}  // namespace

BitRate usable_rate(const TwinPort& port) {
  const double lane_bps = port.pcie_gts * 1e9 * 128 / 130 * 0.9;
  const double pcie = static_cast<double>(port.pcie_width) * lane_bps;
  return {std::min({port.rate.bps, port.limit ? port.limit->bps : port.rate.bps, pcie})};
}

TwinWiring wiring_of(const TwinState& state) {
  TwinWiring out;
  std::vector<GraphCable> cables;
  std::vector<Role> roles;
  add_cables(state, out, cables);
  for (const TwinNode& node : state.nodes) roles.push_back(node.role);
  out.graph = link_graph(std::move(roles), cables);
  return out;
}

std::vector<SwitchChoice> choices_of(const TwinState& state, std::int64_t dscp) {
  std::vector<SwitchChoice> out;
  for (const TwinNode& node : state.nodes)
    out.push_back(choice_of(node, is_roce(state, node, dscp)));
  return out;
}

std::vector<std::int32_t> ports_of_host(const TwinState& state, std::int32_t host) {
  std::vector<std::int32_t> out;
  const std::vector<TwinPort>& ports = state.nodes[std::size_t(host)].ports;
  for (std::int32_t p = 0; p < std::int32_t(ports.size()); ++p)
    if (ports[std::size_t(p)].planned.there()) out.push_back(p);
  std::ranges::stable_sort(out, {}, [&](std::int32_t p) {
    return rail_of(state, {host, p}).value_or(0);
  });
  return out;
}

std::vector<std::uint32_t> nics_of_host(const TwinState& state, const TwinWiring& wiring,
                                        std::int32_t host) {
  std::vector<std::uint32_t> out;
  const LinkGraph& graph = wiring.graph;
  const auto node = static_cast<std::uint32_t>(host);
  for (const std::int32_t port : ports_of_host(state, host)) {
    std::uint32_t found = nowhere;
    for (std::uint32_t i = graph.first_nic[node]; i < graph.first_nic[node + 1]; ++i)
      if (wiring.sender[graph.nics[i].up] == TwinEnd{host, port}) found = i;
    out.push_back(found);
  }
  return out;
}

bool has_route(const TwinState& state, std::uint32_t from, std::uint32_t leaf) {
  if (from == leaf) return true;
  const std::vector<TwinRoute>& routes = state.nodes[from].routes;
  const auto to = static_cast<std::int32_t>(leaf);
  const auto at = std::ranges::lower_bound(routes, to, {}, &TwinRoute::to);
  return at != routes.end() && at->to == to;
}

}  // namespace weft

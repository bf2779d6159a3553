// The plan as numbers: nodes, one-way links and NICs by index, so that routing and load need no
// names and no hash maps. Any wiring will do; nothing here assumes a Clos.
//
// Node i is the i-th node of the plan. Cable c of the plan is the links 2c (from a to b) and 2c+1
// (from b to a). A cable without two known nodes has links that no node lists.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "model/plan.h"

namespace weft {

constexpr std::uint32_t nowhere = ~std::uint32_t{0};

// One port of a host that is cabled to a switch.
struct NicPort {
  std::uint32_t host = nowhere, leaf = nowhere;  // nodes
  std::uint32_t up = nowhere, down = nowhere;    // links: host to leaf, leaf to host
  std::int64_t rail = 0;
};

struct LinkGraph {
  std::vector<Role> roles;               // by node
  std::vector<std::uint32_t> from, to;   // nodes, by link
  std::vector<double> capacity;          // bit/s, by link
  std::vector<std::uint32_t> first_out;  // by node, and one more: where its part of `out` begins
  std::vector<std::uint32_t> out;        // links
  std::vector<NicPort> nics;             // by host, then by rail, then as the plan lists them
  std::vector<std::uint32_t> first_nic;  // by node, and one more

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(roles.size()); }
  std::uint32_t links() const { return static_cast<std::uint32_t>(from.size()); }
  bool is_host(std::uint32_t node) const { return roles[node] == Role::host; }
  std::span<const std::uint32_t> links_of(std::uint32_t node) const {
    return std::span(out).subspan(first_out[node], first_out[node + 1] - first_out[node]);
  }
  std::span<const NicPort> nics_of(std::uint32_t node) const {
    return std::span(nics).subspan(first_nic[node], first_nic[node + 1] - first_nic[node]);
  }
};

// The way back on the same cable.
constexpr std::uint32_t reverse_of(std::uint32_t link) { return link ^ 1u; }
constexpr std::uint32_t cable_of(std::uint32_t link) { return link / 2; }

// A cable between two nodes, and what each direction carries; `nowhere`: no such cable.
struct GraphCable {
  std::uint32_t a = nowhere, b = nowhere;
  double from_a = 0, from_b = 0;          // bit/s
  std::optional<std::int64_t> rail = {};  // of a NIC; else the position of the port on its host
};
LinkGraph link_graph(std::vector<Role> roles, std::span<const GraphCable> cables);

// `otherwise`: the rate of cables for which the plan gives none. A NIC's rail is what its cable
// says, else its leaf, else the position of the port on its host.
LinkGraph link_graph(const Plan& plan, BitRate otherwise = 400_Gbps);

}  // namespace weft

// The reference wiring of Spectrum-X, rail-optimised: scalable units of nodes, in each unit one
// leaf per rail, SN5600 cages split into 2x400G, one to three tiers.
//
// Facts: reference architecture for HGX H100/H200 (32 nodes a unit, NIC i of every node to leaf i
// of its unit, twin-port 2x400G OSFP on switches, 400G QSFP112 on NICs), 128 x 400G a switch;
// Cumulus Linux 5.15: adaptive routing only on 200G and 400G links.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/plan.h"

namespace weft {

struct MakeRequest {
  std::int64_t nodes = 0;
  std::int64_t rails = 8;       // NICs of a node, one leaf of a unit each
  std::int64_t tiers = 2;       // 1: leaves only, 2: and spines, 3: and superspines
  std::int64_t unit_size = 32;  // nodes a unit; 64 lets two units share their leaves
  std::optional<std::int64_t>
      spines;  // of the fabric, of a pod with three tiers; else as few as fit
  std::optional<std::int64_t> uplinks;  // of a leaf; else as many as it has nodes
  std::vector<std::string> host_ports;  // one a rail; else eth1, eth2, ...
};

// One kind of switch, all of it alike or not: what a person checks a design by.
struct SwitchUse {
  std::string kind;  // "leaf", "spine", "superspine"
  std::int64_t switches = 0;
  std::int64_t ports = 0;  // of one switch: 128 x 400G
  std::int64_t down_most = 0, down_least = 0;
  std::int64_t up = 0;
  double oversubscription = 0;  // down over up at the fullest switch; 0 without uplinks

  static constexpr auto fields() {
    return std::tuple{field("kind", &SwitchUse::kind),
                      field("switches", &SwitchUse::switches),
                      field("ports", &SwitchUse::ports, "400G ports of one switch"),
                      field("down_most", &SwitchUse::down_most),
                      field("down_least", &SwitchUse::down_least),
                      field("up", &SwitchUse::up),
                      field("oversubscription_ratio", &SwitchUse::oversubscription)};
  }
};

struct MadePlan {
  Plan plan;
  std::vector<SwitchUse> switches;
  std::int64_t host_cables = 0, leaf_spine_cables = 0, spine_superspine_cables = 0;
  std::int64_t twin_port_optics = 0;  // 2x400G OSFP modules, counted by cages in use
  std::int64_t nic_optics = 0;        // 400G QSFP112 modules
};

// Names: hgx-su00-h00, leaf-su00-r0, spine-s00, superspine-g00-s0; with pods leaf-p0-su00-r0 and
// spine-p0-s00. The same request gives the same plan. Error: what does not fit, with the numbers of
// ports wanted and there, all of them together.
Result<MadePlan> make_plan(const MakeRequest& request);

}  // namespace weft

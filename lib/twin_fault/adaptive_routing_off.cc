// Adaptive routing off on one switch: hashing there, and collisions.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  TwinNode& node = state.nodes[std::size_t(places[0].node)];
  node.adaptive_routing = false;
  for (TwinPort& port : node.ports) port.adaptive_routing = false;
}

}  // namespace

extern const TwinFault adaptive_routing_off = {
    .title = "Adaptive routing off on one switch",
    .about = "Adaptive routing is off on this switch.",
    .place = TwinPlace::any_switch,
    .places = 1,
    .expects = {{"adaptive_routing", Verdict::fail, true}},
    .later = "Part 5: RDMA and QoS",
    .source = "design 6; reference facts 5.5",
    .put = put};

}  // namespace weft::twin_faults

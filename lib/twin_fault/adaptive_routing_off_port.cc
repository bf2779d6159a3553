// Adaptive routing off on one port: the whole group falls back to hashing.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).adaptive_routing = false;
}

}  // namespace

extern const TwinFault adaptive_routing_off_port = {
    .title = "Adaptive routing off on one port",
    .about = "Adaptive routing is off on this port, on for the switch.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"adaptive_routing", Verdict::fail}},
    .later = "Part 5: RDMA and QoS",
    .source = "design 6; case dx-h25",
    .put = put};

}  // namespace weft::twin_faults

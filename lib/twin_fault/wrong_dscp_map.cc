// RoCE's DSCP mapped into a class that is not lossless.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  TwinNode& node = state.nodes[std::size_t(places[0].node)];
  for (std::size_t dscp = 24; dscp < 32; ++dscp) node.dscp_priority[dscp] = 0;
}

}  // namespace

extern const TwinFault wrong_dscp_map = {
    .title = "A wrong DSCP map",
    .about = "DSCP 24 to 31 are mapped to priority 0 on this switch.",
    .place = TwinPlace::any_switch,
    .places = 1,
    .expects = {{"qos_settings", Verdict::fail, true}},
    .later = "Part 5: RDMA and QoS",
    .source = "design 6; reference facts 0",
    .put = put};

}  // namespace weft::twin_faults

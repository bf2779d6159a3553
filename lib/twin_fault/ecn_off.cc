// A switch whose ECN thresholds are out of reach: senders are never told.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  TwinNode& node = state.nodes[std::size_t(places[0].node)];
  node.ecn_min = node.ecn_max = 64_MiB;
}

}  // namespace

extern const TwinFault ecn_off = {
    .title = "ECN thresholds out of reach",
    .about = "The switch marks only above 64 MiB, which no queue reaches.",
    .place = TwinPlace::any_switch,
    .places = 1,
    .expects = {{"qos_settings", Verdict::fail, true}},
    .later = "Part 5: RDMA and QoS",
    .source = "case dx-h15; reference facts 5.1",
    .put = put};

}  // namespace weft::twin_faults

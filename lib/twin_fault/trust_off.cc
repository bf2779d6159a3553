// A switch that does not look at DSCP: everything is one class.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].trust_dscp = false;
}

}  // namespace

extern const TwinFault trust_off = {.title = "DSCP not trusted",
                                    .about = "The switch classifies by PCP only.",
                                    .place = TwinPlace::any_switch,
                                    .places = 1,
                                    .expects = {{"qos_settings", Verdict::fail, true}},
                                    .later = "Part 5: RDMA and QoS",
                                    .source = "reference facts 5.1",
                                    .put = put};

}  // namespace weft::twin_faults

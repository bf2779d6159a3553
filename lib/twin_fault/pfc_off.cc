// Lossless on all hops but one: what is dropped there is sent again, for all to wait.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) { state.at(places[0]).pfc.clear(); }

}  // namespace

extern const TwinFault pfc_off = {.title = "PFC off on one hop",
                                  .about = "PFC is off on this port.",
                                  .place = TwinPlace::cable,
                                  .places = 1,
                                  .expects = {{"qos_settings", Verdict::fail}},
                                  .later = "Part 5: RDMA and QoS",
                                  .source = "design 6; case hs-h04",
                                  .put = put};

}  // namespace weft::twin_faults

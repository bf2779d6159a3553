// A NIC that does not slow down when told: PFC then spreads what it causes.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).congestion_control = false;
}

}  // namespace

extern const TwinFault congestion_control_off = {
    .title = "Congestion control off",
    .about = "The NIC ignores congestion notifications.",
    .place = TwinPlace::host_port,
    .places = 1,
    .expects = {{"qos_settings", Verdict::fail}},
    .later = "Part 5: RDMA and QoS",
    .source = "reference facts 7.3",
    .put = put};

}  // namespace weft::twin_faults

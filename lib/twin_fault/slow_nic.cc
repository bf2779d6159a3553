// A NIC that does not reach its rate though its link does.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).limit = state.at(places[0]).rate * Ratio{0.6};
}

}  // namespace

extern const TwinFault slow_nic = {.title = "A slow NIC",
                                   .about = "The NIC manages 60 % of its link.",
                                   .place = TwinPlace::host_port,
                                   .places = 1,
                                   .expects = {{"judge", Verdict::fail}},
                                   .suite = {{"slow_flow", Verdict::fail}},
                                   .later = "Part 5: RDMA and QoS",
                                   .source = "design 6",
                                   .put = put};

}  // namespace weft::twin_faults

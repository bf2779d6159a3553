// Counters that somebody cleared between two readings.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (TwinPort& port : state.nodes[std::size_t(places[0].node)].ports) {
    port.counters = {};
    port.carrier_changes = 0;
  }
}

}  // namespace

extern const TwinFault counter_resets = {.title = "Counters cleared",
                                         .about = "All counters of the switch begin again at zero.",
                                         .place = TwinPlace::any_switch,
                                         .places = 1,
                                         .expects = {{"judge", Verdict::unknown, true}},
                                         .later = "Part 5: RDMA and QoS",
                                         .source = "design 6; case hs-h01",
                                         .put = put};

}  // namespace weft::twin_faults

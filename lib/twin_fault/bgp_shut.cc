// A session that was shut for maintenance and never opened again.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).bgp_shut = true;
}

}  // namespace

extern const TwinFault bgp_shut = {
    .title = "A BGP session shut by the operator",
    .about = "The neighbour is shut down in the configuration of this end.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"bgp_sessions", Verdict::warn}},
    .source = "case fr-h01",
    .put = put};

}  // namespace weft::twin_faults

// A neighbour forgotten in the configuration of one switch.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).to_switch = false;
}

}  // namespace

extern const TwinFault bgp_not_configured = {
    .title = "A BGP neighbour not configured",
    .about = "BGP does not know of this port at this end.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"bgp_sessions", Verdict::fail}},
    .source = "case fr-h01: peers are joined to the plan by port",
    .put = put};

}  // namespace weft::twin_faults

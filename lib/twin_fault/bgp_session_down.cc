// A session that one end refuses, on a link that is fine.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).bgp_refused = true;
}

}  // namespace

extern const TwinFault bgp_session_down = {
    .title = "A BGP session down",
    .about = "This end refuses the session (AS number or password); the link is up.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"bgp_sessions", Verdict::fail}},
    .source = "case fr-h01; lab: bgp_session_down",
    .put = put};

}  // namespace weft::twin_faults

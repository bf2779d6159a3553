// A session that drops again and again and is up when it is looked at.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (const TwinEnd end : {places[0], state.at(places[0]).far}) {
    state.at(end).bgp_drops = 6;
    state.at(end).bgp_flaps = true;
  }
}

}  // namespace

extern const TwinFault flapping_session = {
    .title = "A flapping BGP session",
    .about = "The session dropped six times and came up a moment ago.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"bgp_sessions", Verdict::warn}},
    .source = "reference facts 8.2",
    .put = put};

}  // namespace weft::twin_faults

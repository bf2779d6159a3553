// A link that goes down and comes back, up when it is looked at.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (const TwinEnd end : {places[0], state.at(places[0]).far}) {
    state.at(end).carrier_changes = 46;
    if (state.at(end).to_switch) state.at(end).bgp_drops = 22;
  }
}

}  // namespace

extern const TwinFault flapping_link = {
    .title = "A flapping link",
    .about = "The link went down 22 times since the switch was started.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::warn}},
    .source = "reference facts 8.2: five in 24 h",
    .put = put};

}  // namespace weft::twin_faults

// Light is lost in one direction: both ends lose their link, the cable is in its place.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).broken = true;
}

}  // namespace

extern const TwinFault dark_cable = {
    .title = "A dark cable",
    .about = "No light comes out of this port: both ends are down, the cable is plugged.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "reference facts 5.4, PHY; lab: pulled_cable",
    .put = put};

}  // namespace weft::twin_faults

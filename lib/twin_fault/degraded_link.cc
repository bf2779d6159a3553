// A dirty or tired optic: FEC corrects what it does, until it does not.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (const TwinEnd end : {places[0], state.at(places[0]).far}) state.at(end).raw_ber = 3e-5;
}

}  // namespace

extern const TwinFault degraded_link = {
    .title = "A degraded link",
    .about = "Raw bit errors of 3e-5 in both directions; FEC still corrects them.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}},
    .source = "design 6; reference facts 0 and 6.6: raw BER above 1e-5 fails",
    .put = put};

}  // namespace weft::twin_faults

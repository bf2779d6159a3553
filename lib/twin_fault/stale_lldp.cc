// A cable that was pulled, and records of its ends that never went away.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  const TwinEnd a = places[0], b = state.at(a).far;
  state.at(a).remembers = b;
  state.at(b).remembers = a;
  unplug(state, a);
}

}  // namespace

extern const TwinFault stale_lldp = {
    .title = "Stale LLDP",
    .about = "The cable is gone; both ends still list the neighbour that was there.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}, {"cabling", Verdict::fail}},
    .source = "design 6; case ll-h09",
    .put = put};

}  // namespace weft::twin_faults

// A cable that was never laid: both its ports are dark, and say that nothing is plugged.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) { unplug(state, places[0]); }

}  // namespace

extern const TwinFault missing_cable = {
    .title = "A missing cable",
    .about = "The planned cable is not there: both ports are dark.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"cabling", Verdict::fail}, {"link_settings", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "design 6; case ll-h07",
    .put = put};

}  // namespace weft::twin_faults

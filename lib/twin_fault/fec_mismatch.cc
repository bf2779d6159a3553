// One end without FEC: 100G lanes do not come up like that.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) { state.at(places[0]).fec = "off"; }

}  // namespace

extern const TwinFault fec_mismatch = {
    .title = "FEC at one end only",
    .about = "FEC is off at this end: the link does not come up.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "reference facts 2.2: 400G PAM4 needs RS-FEC",
    .put = put};

}  // namespace weft::twin_faults

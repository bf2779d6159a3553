// One end forced to another rate: no link comes up.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).rate = state.at(places[0]).rate * Ratio{0.5};
}

}  // namespace

extern const TwinFault rate_mismatch = {
    .title = "Two rates on one cable",
    .about = "This end is set to half of the rate of the other: the link does not come up.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "sonic-net/sonic-mgmt#26717",
    .put = put};

}  // namespace weft::twin_faults

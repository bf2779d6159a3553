// A foreign job on a host that is measured: its numbers are not the fabric's.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).noise = state.at(places[0]).rate * Ratio{0.5};
}

}  // namespace

extern const TwinFault noisy_tenant = {
    .title = "A noisy tenant",
    .about = "A foreign job sends at half of the rate of this NIC.",
    .place = TwinPlace::host_port,
    .places = 1,
    .expects = {{"judge", Verdict::fail}},
    .suite = {{"slow_flow", Verdict::fail}},
    .later = "Part 7: judgement over paths",
    .source = "design 6; reference facts 7.3",
    .put = put};

}  // namespace weft::twin_faults

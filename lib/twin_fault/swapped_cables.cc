// Two cables exchanged at their far ends: each port hears the other's neighbour, and all links are
// up.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  const TwinEnd a = places[0], b = places[1];
  const TwinEnd far_a = state.at(a).far, far_b = state.at(b).far;
  unplug(state, a);
  unplug(state, b);
  plug(state, a, far_b);
  plug(state, b, far_a);
}

}  // namespace

extern const TwinFault swapped_cables = {
    .title = "Two cables exchanged",
    .about = "The cables at both ports are exchanged at their far ends.",
    .place = TwinPlace::cable,
    .places = 2,
    .expects = {{"cabling", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "design 6; case dx-h10",
    .moves = true,
    .put = put};

}  // namespace weft::twin_faults

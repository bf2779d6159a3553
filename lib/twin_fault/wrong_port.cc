// One end of a cable in a free port of the same node, and the right port left empty.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  const TwinEnd far = state.at(places[0]).far;
  const TwinEnd wrong = free_port(state, places[0]);
  unplug(state, places[0]);
  plug(state, wrong, far);
}

}  // namespace

extern const TwinFault wrong_port = {
    .title = "A cable in the wrong port",
    .about = "The cable is in a free port of the same node; the right port is empty.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"cabling", Verdict::fail}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "case ll-h05",
    .moves = true,
    .put = put};

}  // namespace weft::twin_faults

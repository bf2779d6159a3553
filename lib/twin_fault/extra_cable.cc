// A cable that is not in the plan, in free ports of two neighbours.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  const TwinEnd far = state.at(places[0]).far;
  const TwinEnd a = free_port(state, places[0]), b = free_port(state, far);
  plug(state, a, b);
}

}  // namespace

extern const TwinFault extra_cable = {
    .title = "A cable that nobody planned",
    .about = "A second cable joins the same two nodes, in ports that are free in the plan.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"cabling", Verdict::warn, true}},
    .source = "case set, how to read the answers: EXTRA",
    .put = put};

}  // namespace weft::twin_faults

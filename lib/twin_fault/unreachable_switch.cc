// A switch that cannot be logged into; it forwards as ever.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].answer = TwinAnswer::unreachable;
}

}  // namespace

extern const TwinFault unreachable_switch = {
    .title = "An unreachable switch",
    .about = "The switch does not answer on the management network.",
    .place = TwinPlace::any_switch,
    .places = 1,
    .expects = {{"links_seen", Verdict::unknown, true}, {"cabling", Verdict::unknown, true}},
    .source = "design 6",
    .put = put};

}  // namespace weft::twin_faults

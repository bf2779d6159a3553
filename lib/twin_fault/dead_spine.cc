// A spine without power: nobody answers, all its links are down.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].powered = false;
}

}  // namespace

extern const TwinFault dead_spine = {
    .title = "A dead spine",
    .about = "The spine has no power.",
    .place = TwinPlace::spine,
    .places = 1,
    .expects = {{"cabling", Verdict::fail, true}, {"link_settings", Verdict::fail, true}},
    .source = "design 6",
    .put = put};

}  // namespace weft::twin_faults

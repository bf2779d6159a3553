// A host that hangs: its ports keep their links, no program on it runs.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].answer = TwinAnswer::frozen;
}

}  // namespace

extern const TwinFault frozen_host = {
    .title = "A frozen host",
    .about = "The host hangs: links are up, nothing answers, LLDP fell silent.",
    .place = TwinPlace::host,
    .places = 1,
    .expects = {{"links_seen", Verdict::unknown, true}, {"cabling", Verdict::unknown, true}},
    .suite = {{"set_aside", Verdict::fail}},
    .source = "design 6",
    .put = put};

}  // namespace weft::twin_faults

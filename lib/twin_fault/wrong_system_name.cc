// A machine that was replaced and never named.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].announced_name = "spare-node";
}

}  // namespace

extern const TwinFault wrong_system_name = {.title = "A wrong system name",
                                            .about = "The node announces itself as 'spare-node'.",
                                            .place = TwinPlace::node,
                                            .places = 1,
                                            .expects = {{"cabling", Verdict::fail, true}},
                                            .source = "lab: wrong_system_name; reference lab.md",
                                            .put = put};

}  // namespace weft::twin_faults

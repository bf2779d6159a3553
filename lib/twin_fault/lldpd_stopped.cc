// No LLDP daemon on a node: it hears nobody and is heard by nobody.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].lldpd = false;
}

}  // namespace

extern const TwinFault lldpd_stopped = {.title = "LLDP stopped",
                                        .about = "lldpd does not run on this node.",
                                        .place = TwinPlace::node,
                                        .places = 1,
                                        .expects = {{"cabling", Verdict::unknown, true}},
                                        .source = "case ll-h07",
                                        .put = put};

}  // namespace weft::twin_faults

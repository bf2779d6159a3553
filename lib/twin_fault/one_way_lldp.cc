// A port that hears and does not speak: its neighbour sees nobody, traffic is fine.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).lldp_sends = false;
}

}  // namespace

extern const TwinFault one_way_lldp = {.title = "LLDP in one direction only",
                                       .about = "The port sends no LLDP and still receives it.",
                                       .place = TwinPlace::cable,
                                       .places = 1,
                                       .expects = {{"cabling", Verdict::warn}},
                                       .source = "reference lab.md; lab: one_way_lldp",
                                       .put = put};

}  // namespace weft::twin_faults

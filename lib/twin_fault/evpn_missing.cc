// A switch whose sessions do not carry EVPN, among others that do.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].evpn = false;
}

}  // namespace

extern const TwinFault evpn_missing = {.title = "EVPN not activated",
                                       .about = "The sessions of this switch do not carry EVPN.",
                                       .place = TwinPlace::overlay_node,
                                       .places = 1,
                                       .expects = {{"evpn_sessions", Verdict::warn, true}},
                                       .source = "reference facts 5.6",
                                       .put = put};

}  // namespace weft::twin_faults

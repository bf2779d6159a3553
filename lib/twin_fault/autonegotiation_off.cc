// Autonegotiation off at one end: up today, perhaps not after the next flap.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).autonegotiation = false;
}

}  // namespace

extern const TwinFault autonegotiation_off = {.title = "Autonegotiation at one end only",
                                              .about = "Autonegotiation is off at this end.",
                                              .place = TwinPlace::cable,
                                              .places = 1,
                                              .expects = {{"link_settings", Verdict::warn}},
                                              .source = "sonic-net/sonic-mgmt#26717",
                                              .put = put};

}  // namespace weft::twin_faults

// A port left at the default of Ethernet: longer frames are dropped there.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) { state.at(places[0]).mtu = 1500; }

}  // namespace

extern const TwinFault wrong_mtu = {.title = "A wrong MTU",
                                    .about = "The MTU of this port is 1500.",
                                    .place = TwinPlace::cable,
                                    .places = 1,
                                    .expects = {{"link_settings", Verdict::fail}},
                                    .source = "design 6; case dx-h07",
                                    .put = put};

}  // namespace weft::twin_faults

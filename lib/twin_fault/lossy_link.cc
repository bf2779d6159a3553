// A link that loses packets: errors that FEC cannot correct.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (const TwinEnd end : {places[0], state.at(places[0]).far}) {
    TwinPort& port = state.at(end);
    port.raw_ber = 2e-4;
    port.effective_ber = 4e-9;
    port.loss = 1e-4;
  }
}

}  // namespace

extern const TwinFault lossy_link = {
    .title = "A lossy link",
    .about = "One packet of 10,000 is lost in either direction; bits are wrong after FEC.",
    .place = TwinPlace::cable,
    .places = 1,
    .expects = {{"link_settings", Verdict::fail}},
    .source = "design 6; reference facts 0: effective BER above 1e-12 fails",
    .put = put};

}  // namespace weft::twin_faults

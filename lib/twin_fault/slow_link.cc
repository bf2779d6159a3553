// A link that came up at half its rate, both ends agreeing, after a breakout change.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  for (const TwinEnd end : {places[0], state.at(places[0]).far}) {
    state.at(end).rate = state.at(end).rate * Ratio{0.5};
    state.at(end).lanes = 2;
  }
}

}  // namespace

extern const TwinFault slow_link = {.title = "A link at half its rate",
                                    .about = "Both ends run at half of the planned rate.",
                                    .place = TwinPlace::cable,
                                    .places = 1,
                                    .expects = {{"link_settings", Verdict::fail}},
                                    .suite = {{"slow_flow", Verdict::fail}},
                                    .source = "case dx-h21",
                                    .put = put};

}  // namespace weft::twin_faults

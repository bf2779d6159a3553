// A port that somebody shut and forgot.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).enabled = false;
}

}  // namespace

extern const TwinFault disabled_port = {.title = "A port shut by the operator",
                                        .about = "The port is administratively down.",
                                        .place = TwinPlace::cable,
                                        .places = 1,
                                        .expects = {{"link_settings", Verdict::warn}},
                                        .suite = {{"failed_flow", Verdict::fail}},
                                        .source = "case nv-h02",
                                        .put = put};

}  // namespace weft::twin_faults

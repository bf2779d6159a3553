// A GPU that fell off the bus.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  --state.nodes[std::size_t(places[0].node)].gpus;
}

}  // namespace

extern const TwinFault missing_gpu = {.title = "A missing GPU",
                                      .about = "One of the GPUs of the host is gone.",
                                      .place = TwinPlace::host,
                                      .places = 1,
                                      .expects = {{"gpus", Verdict::fail, true}},
                                      .later = "Part 6: GPUs",
                                      .source = "reference facts 8.1",
                                      .put = put};

}  // namespace weft::twin_faults

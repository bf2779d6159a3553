// All switches hash alike, so that each next tier uses a part of its links (polarisation).

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>&) {
  for (TwinNode& node : state.nodes)
    if (node.is_switch()) node.hash_seed = 7;
}

}  // namespace

extern const TwinFault equal_hash_seeds = {.title = "Equal hash seeds",
                                           .about = "All switches have one hash seed.",
                                           .place = TwinPlace::everywhere,
                                           .places = 0,
                                           .expects = {{"judge", Verdict::fail}},
                                           .later = "Part 7: judgement over paths",
                                           .source = "lab: equal_hash_seeds; reference facts 5.5",
                                           .put = put};

}  // namespace weft::twin_faults

// Bringing a round's samples together on member 0, in the layout's endpoint numbers.
#pragma once

#include <span>
#include <vector>

#include "measure/measure.h"

namespace weft {

// One round as member 0 knows it: what is flushed to the controller.
struct CollectedRound {
  std::vector<Sample> samples;  // one a flow, in the order of their flows; endpoint numbers
  Nanos wall{0}, measuring{0};  // of the slowest member
};

// Collective; the result is filled on member 0 only. `endpoints[i]` is the endpoint of member i.
Result<CollectedRound> collect_round(const Round& round, const RoundResult& mine, Group& group,
                                     std::span<const std::uint32_t> endpoints, Deadline deadline);

}  // namespace weft

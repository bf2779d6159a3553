// Judging collectives: one judgement a size, over all members. A call took as long as its slowest
// member needed. Every element of every checked result must be right, and no member slower than the
// others; its bus bandwidth has no expected value yet, so that it is never a pass.
#pragma once

#include "judge/flows.h"
#include "model/collective.h"

namespace weft {

// The samples of one size (of index_samples).
Judgement judge_collective(const Layout& layout, const StepEvidence& evidence, Collective what,
                           Bytes size, const std::vector<SampleAt>& samples);

// Of each call that was kept, in their order: the time of the member that needed the longest; and
// the bytes of a call, whole blocks. The samples of one size.
struct CollectiveCalls {
  std::vector<double> longest_ns;
  std::int64_t bytes = 0;
};
CollectiveCalls calls_of(const std::vector<SampleAt>& samples);

}  // namespace weft

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

// Rates of the calls that were kept, bit/s of bus bandwidth by the member that needed the longest,
// in their order.
std::vector<double> call_rates(Collective what, std::uint32_t members,
                               const std::vector<SampleAt>& samples);

}  // namespace weft

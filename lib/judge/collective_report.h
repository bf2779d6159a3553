// A step of a collective, judged, as the table that people know from nccl-tests.
#pragma once

#include <span>

#include "model/collective_report.h"
#include "model/run.h"
#include "model/sample.h"

namespace weft {

// Of the run's first step, which must be a collective; its samples in any order.
CollectiveReport collective_report(const Run& run, Collective what,
                                   std::span<const Sample> samples);

}  // namespace weft

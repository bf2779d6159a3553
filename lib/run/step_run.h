// One step of a suite on an open session: rounds to disk as they come, slow pairs again alone.
#pragma once

#include "run/pipeline.h"

namespace weft {

class StepRunner {
 public:
  // `early`: what happened before the first step; goes into the first record.
  StepRunner(const RunFolder& folder, const Suite& suite, Session& session,
             const Observer& observer, std::vector<Event> early);

  // Runs step `index`; `before` is its unfinished record when the run is resumed.
  Result<void> run(std::size_t index, const StepRecord* before);

 private:
  class StepSink;
  Result<void> measure(StepSink& sink, StepRecord& record, std::uint64_t first_unit);
  Result<void> retest(StepSink& sink, StepRecord& record);
  Result<void> retest_size(StepSink& sink, StepRecord& record, std::uint32_t size,
                           std::uint32_t tries);

  const RunFolder& folder_;
  const Suite& suite_;
  Session& session_;
  const Observer& observer_;
  std::vector<Event> early_;
};

}  // namespace weft

// A suite on an open session without a run folder: for what needs the samples once, such as the
// twin's expected values, its score, and its sites after load.
#pragma once

#include <functional>
#include <span>

#include "fabric/fabric.h"
#include "model/step_record.h"
#include "suite/suite.h"

namespace weft {

// Each step in turn, in all its rounds; slow pairs are not measured again alone. `done` gets its
// record (skipped ones too, with the reason) and its samples. Error: the session's, `done`'s, or
// that it was interrupted.
using StepDone = std::function<Result<void>(const StepRecord&, std::span<const Sample>)>;
Result<void> drive(Session& session, const Suite& suite, std::uint64_t seed, const StepDone& done);

// Takes no part in what it is told.
class DeafSink : public Sink {
 public:
  Result<void> round(const RoundOutcome&) override { return {}; }
  void event(const Event&) override {}
  void observed(const std::string&, const std::string&, std::string_view) override {}
  void tick() override {}
};

}  // namespace weft

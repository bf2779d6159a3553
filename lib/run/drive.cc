// See drive.h.

#include "run/drive.h"

#include "run/planned_step.h"

namespace weft {
namespace {

class Kept final : public DeafSink {
 public:
  explicit Kept(StepRecord& record) : record_(record) {}
  Result<void> round(const RoundOutcome& outcome) override {
    samples.insert(samples.end(), outcome.samples.begin(), outcome.samples.end());
    return {};
  }
  void event(const Event& event) override { record_.events.push_back(event); }
  std::vector<Sample> samples;

 private:
  StepRecord& record_;
};

}  // namespace

Result<void> drive(Session& session, const Suite& suite, std::uint64_t seed, const StepDone& done) {
  for (const Step& step : suite.steps) {
    StepRecord record;
    record.members = session.available();
    Fleet fleet = fleet_of(session.layout());
    fleet.members = static_cast<std::uint32_t>(record.members.size());
    record.step = plan_step(step, fleet, seed).step;
    record.reason = why_skipped(step, session.info(), session.info().hosts);
    if (!record.reason.empty()) {
      record.state = StepState::skipped;
      WEFT_CHECK(done(record, {}));
      continue;
    }
    Kept kept(record);
    WEFT_TRY(const StepOutcome outcome, session.run({record.step, record.members, 0, {}, 0}, kept));
    if (outcome.interrupted) return fail("interrupted");
    record.state = outcome.complete ? StepState::done : StepState::partly;
    record.gaps = outcome.gaps;
    WEFT_CHECK(done(record, kept.samples));
  }
  return {};
}

}  // namespace weft

// Running one step; see step_run.h.

#include "run/step_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "judge/judge.h"
#include "run/planned_step.h"

namespace weft {
namespace {

constexpr std::size_t most_retests = 64;  // pairs a size
constexpr std::uint32_t tries_alone = 2;

// A step that is restarted, or whose slow pairs are measured again, is counted several times.
void add_change(std::vector<CounterChange>& all, const CounterChange& one) {
  const auto same = [&](const CounterChange& other) {
    return std::tie(one.host, one.device, one.source, one.raw) ==
           std::tie(other.host, other.device, other.source, other.raw);
  };
  const auto it = std::ranges::find_if(all, same);
  if (it == all.end()) return all.push_back(one);
  if (it->why.empty()) it->why = one.why;
  if (it->change && one.change)
    *it->change += *one.change;
  else
    it->change.reset();
}

}  // namespace

class StepRunner::StepSink final : public Sink {
 public:
  StepSink(AppendFile file, const Observer& observer, StepRecord& record, RunProgress progress,
           Nanos later_steps)
      : file_(std::move(file)),
        observer_(observer),
        record_(record),
        progress_(std::move(progress)),
        later_steps_(later_steps) {}

  Result<void> round(const RoundOutcome& outcome) override {
    progress_.round = outcome.unit + 1;
    return file_.append(encode_block(outcome));
  }
  void event(const Event& event) override {
    record_.events.push_back(event);
    observer_.event(event);
  }
  void counters(const std::vector<CounterChange>& changes) override {
    for (const CounterChange& change : changes) add_change(record_.counters, change);
  }
  void observed(const std::string&, const std::string&, std::string_view) override {}
  void tick() override {
    const auto left =
        static_cast<std::int64_t>(progress_.rounds - std::min(progress_.round, progress_.rounds));
    progress_.left = later_steps_ + record_.step.round_time * left;
    observer_.progress(progress_);
  }
  void begin_retest(std::size_t pairs) {
    progress_.round = 0;
    progress_.rounds = pairs;
    progress_.note = "slow pairs again, alone";
  }

 private:
  AppendFile file_;
  const Observer& observer_;
  StepRecord& record_;
  RunProgress progress_;
  Nanos later_steps_;
};

StepRunner::StepRunner(const RunFolder& folder, const Suite& suite, Session& session,
                       const Observer& observer, std::vector<Event> early)
    : folder_(folder),
      suite_(suite),
      session_(session),
      observer_(observer),
      early_(std::move(early)) {}

Result<void> StepRunner::run(std::size_t index, const StepRecord* before) {
  StepRecord record;
  if (before != nullptr) record = *before;
  const auto available = session_.available();
  if (record.members.empty()) record.members = available;
  Fleet fleet = fleet_of(session_.layout());
  fleet.members = static_cast<std::uint32_t>(record.members.size());
  const PlannedStep planned = plan_step(suite_.steps[index], fleet, folder_.request().seed);
  record.step = planned.step;
  record.state = StepState::partly;
  record.reason = "not finished";
  record.ended.reset();
  if (!record.started) record.started = now();
  record.samples = folder_.samples_name(record.step);
  for (Event& event : early_) record.events.push_back(std::move(event));
  early_.clear();
  if (!planned.note.empty() && before == nullptr)
    record.events.push_back({now(), "note", record.step.id, planned.note});
  WEFT_CHECK(folder_.append_step(record));

  WEFT_TRY(const SampleFile there, folder_.read_samples(record.step));
  WEFT_TRY(AppendFile file, folder_.append_samples(record.step));
  Nanos later{0};
  for (std::size_t i = index + 1; i < suite_.steps.size(); ++i)
    later += plan_step(suite_.steps[i], fleet, 1).time;
  StepSink sink(std::move(file), observer_, record,
                {record.step.id, index + 1, suite_.steps.size(), there.next_unit, planned.rounds,
                 Nanos(0), ""},
                later);
  WEFT_CHECK(measure(sink, record, there.next_unit));
  return folder_.append_step(record);
}

Result<void> StepRunner::measure(StepSink& sink, StepRecord& record, std::uint64_t first_unit) {
  WEFT_TRY(const StepOutcome outcome,
           session_.run({record.step, record.members, first_unit, {}, 0}, sink));
  record.reason = outcome.reason;
  record.gaps.insert(record.gaps.end(), outcome.gaps.begin(), outcome.gaps.end());
  if (outcome.interrupted) return {};
  record.ended = now();
  if (!outcome.complete) return {};
  record.state = StepState::done;
  return retest(sink, record);
}

// A slow pair may have been slow only beside the others: alone it tells contention from a bad link.
// One try alone can meet a bad moment as well; two in turn seldom do (tests/judge/fleets_test.cc).
Result<void> StepRunner::retest(StepSink& sink, StepRecord& record) {
  for (std::uint32_t size = 0; size < record.step.sizes.size(); ++size)
    for (std::uint32_t tries = 1; tries <= tries_alone && record.state == StepState::done; ++tries)
      WEFT_CHECK(retest_size(sink, record, size, tries));
  return {};
}

Result<void> StepRunner::retest_size(StepSink& sink, StepRecord& record, std::uint32_t size,
                                     std::uint32_t tries) {
  WEFT_TRY(const SampleFile there, folder_.read_samples(record.step));
  const auto available = session_.available();
  const auto here = [&](std::uint32_t endpoint) {
    return std::ranges::binary_search(available, endpoint);
  };
  std::vector<Flow> slow =
      slow_flows(session_.layout(), {record, there.samples, {}}, size, most_retests, tries);
  std::erase_if(slow, [&](const Flow& f) { return !here(f.source) || !here(f.target); });
  if (slow.empty()) return {};
  sink.begin_retest(slow.size());
  sink.event({now(), "retest", record.step.id,
              fmt::format("{} again alone at {}{}", count_of(slow.size(), "slow pair"),
                          text(record.step.sizes[size]), tries > 1 ? ", a second time" : "")});
  WEFT_TRY(const StepOutcome outcome,
           session_.run({record.step, record.members, 0, slow, size}, sink));
  if (!outcome.interrupted) return {};
  record.state = StepState::partly;
  record.ended.reset();
  record.reason = outcome.reason;
  return {};
}

}  // namespace weft

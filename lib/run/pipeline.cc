// plan ─ measure ─ judge; see pipeline.h.

#include "run/pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/interrupt.h"
#include "base/text.h"
#include "judge/judge.h"
#include "model/run_json.h"
#include "pattern/pattern.h"
#include "run/step_run.h"
#include "suite/needs.h"

namespace weft {
namespace {

std::int64_t hosts_of(const Layout& layout, const std::vector<std::uint32_t>& members) {
  std::set<std::string> hosts;
  for (const std::uint32_t i : members) hosts.insert(layout.endpoints[i].host);
  return static_cast<std::int64_t>(hosts.size());
}

StepRecord skipped(const Step& step, std::string reason) {
  StepRecord record;
  record.step = step;
  record.state = StepState::skipped;
  record.reason = std::move(reason);
  return record;
}

// Events that came before the first step belong to it.
class EarlySink final : public Sink {
 public:
  EarlySink(const RunFolder& folder, const Observer& observer)
      : folder_(folder), observer_(observer) {}
  Result<void> round(const RoundOutcome&) override { return {}; }
  void event(const Event& event) override {
    events.push_back(event);
    observer_.event(event);
  }
  void observed(const std::string& node, const std::string& name, std::string_view text) override {
    (void)folder_.write_site(node, name, text);
  }
  void tick() override {}
  std::vector<Event> events;

 private:
  const RunFolder& folder_;
  const Observer& observer_;
};

std::vector<Flow> expected_flows(const StepRecord& record) {
  std::vector<Flow> flows;
  const auto pattern = find_pattern(record.step.pattern);
  if (!pattern || record.state == StepState::skipped) return flows;
  const bool duplex = record.step.duplex && record.step.metric == Metric::bandwidth;
  const PatternShape shape{static_cast<std::uint32_t>(record.members.size()), duplex,
                           record.step.seed};
  for (std::uint64_t r = 0; r < (*pattern)->rounds(shape); ++r)
    for (const Flow& flow : (*pattern)->round(shape, r).flows)
      flows.push_back({record.members[flow.source], record.members[flow.target]});
  return flows;
}

// Hosts that were busy or could not be reached are no failure of the fabric, but nothing was seen.
void note_hosts(Run& run, const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (event.kind != "not_idle") continue;
    run.gaps.push_back({event.subject, "an idle host", event.what});
    if (run.fabric.hosts > 1)
      run.findings.push_back({"not_idle",
                              Verdict::unknown,
                              event.subject,
                              "an idle host",
                              event.what,
                              "wait until it is idle, or load it with --force",
                              {}});
  }
}

Result<void> judge_one(Run& run, const RunFolder& folder, StepRecord& record) {
  WEFT_TRY(SampleFile samples, folder.read_samples(record.step));
  if (samples.torn)
    record.gaps.push_back({record.step.id, "samples", *samples.torn + "; they were left out"});
  record.sample_count = static_cast<std::int64_t>(samples.samples.size());
  record.overhead = samples.overhead;
  const std::vector<Flow> expected = expected_flows(record);
  const StepEvidence evidence{record, samples.samples, expected};
  for (Judgement& judgement : judge_step(run.layout, run.fabric, evidence))
    run.judgements.push_back(std::move(judgement));
  for (Matrix& matrix : matrices(run.layout, evidence)) run.matrices.push_back(std::move(matrix));
  note_hosts(run, record.events);
  return {};
}

// A step that was not begun, or whose record is missing, is no step that passed.
std::vector<StepRecord> with_missing_steps(std::vector<StepRecord> records, const Suite& suite) {
  for (const Step& step : suite.steps) {
    const auto same = [&](const StepRecord& r) { return r.step.id == step.id; };
    if (std::ranges::any_of(records, same)) continue;
    StepRecord record;
    record.step = step;
    record.state = StepState::partly;
    record.reason = "not begun: the run ended before";
    records.push_back(std::move(record));
  }
  return records;
}

}  // namespace

Result<Suite> suite_of(const RunRequest& request) {
  std::vector<std::string_view> ids;
  for (const auto& row : patterns::all()) ids.push_back(row.id);
  return read_suite(request.suite_text, request.suite_file, ids);
}

Result<Run> judge_folder(const RunFolder& folder, const Suite& suite) {
  Run run;
  std::vector<std::string> notes;
  WEFT_TRY(const FabricRecord fabric, folder.read_fabric());
  WEFT_TRY(auto records, folder.read_steps(notes));
  run.tool_version = folder.request().tool_version;
  run.suite = suite.id;
  run.suite_title = suite.title;
  run.seed = folder.request().seed;
  run.started = folder.request().started;
  run.fabric = fabric.info;
  run.layout = fabric.layout;
  for (const std::string& note : notes) run.gaps.push_back({"the run folder", "steps", note});
  if (const auto plan = read_file(folder.path() / "plan.json"))
    run.plan_digest = fmt::format("{:08x}", crc32(std::as_bytes(std::span(*plan))));
  run.steps = with_missing_steps(std::move(records), suite);
  run.complete = std::ranges::none_of(
      run.steps, [](const StepRecord& r) { return r.state == StepState::partly && !r.ended; });
  for (StepRecord& record : run.steps) {
    WEFT_CHECK(judge_one(run, folder, record));
    if (record.ended) run.ended = std::max(run.ended.value_or(*record.ended), *record.ended);
  }
  conclude(run);
  return run;
}

static Result<Run> judge_and_write(const RunFolder& folder, const Suite& suite) {
  WEFT_TRY(Run run, judge_folder(folder, suite));
  WEFT_CHECK(folder.write_run(run));
  return run;
}

static bool nothing_left(const Suite& suite, const std::vector<StepRecord>& records) {
  return std::ranges::all_of(suite.steps, [&](const Step& step) {
    return std::ranges::any_of(records, [&](const StepRecord& r) {
      return r.step.id == step.id && r.state != StepState::partly;
    });
  });
}

Result<Run> run_suite(const RunFolder& folder, const Suite& suite, Fabric& fabric,
                      const Observer& observer) {
  std::vector<std::string> notes;
  WEFT_TRY(const auto records, folder.read_steps(notes));
  if (nothing_left(suite, records)) return judge_and_write(folder, suite);
  EarlySink early(folder, observer);
  WEFT_TRY(const auto session, fabric.open(folder.request().layout, early));
  WEFT_CHECK(folder.write_fabric({"1.0", session->info(), session->layout(), {}}));
  StepRunner runner(folder, suite, *session, observer, std::move(early.events));
  for (std::size_t i = 0; i < suite.steps.size() && !interrupt::raised(); ++i) {
    const Step& step = suite.steps[i];
    const auto same = [&](const StepRecord& r) { return r.step.id == step.id; };
    const auto before = std::ranges::find_if(records, same);
    if (before != records.end() && before->state != StepState::partly) continue;
    const auto available = session->available();
    const std::string why =
        why_skipped(step, session->info(), hosts_of(session->layout(), available));
    if (!why.empty()) {
      WEFT_CHECK(folder.append_step(skipped(step, why)));
      continue;
    }
    if (auto ran = runner.run(i, before != records.end() ? &*before : nullptr); !ran) {
      (void)judge_and_write(folder, suite);  // what there is, whatever stopped us
      return Failure(std::move(ran).error());
    }
  }
  return judge_and_write(folder, suite);
}

}  // namespace weft

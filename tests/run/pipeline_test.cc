// The pipeline over a fabric that is a few lines of arithmetic: no processes, no network.
#include "run/pipeline.h"
#include "run/planned_step.h"

#include <map>

#include "pattern/pattern.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

// Every flow gives 1 Gb/s, those named here another rate; `stop_after` rounds it is interrupted.
struct FakeWorld {
  std::map<Flow, double> rates;
  std::map<Flow, double> rates_alone;
  std::uint64_t stop_after = UINT64_MAX;
  std::uint64_t rounds_run = 0;
};

class FakeSession final : public Session {
 public:
  FakeSession(FakeWorld& world, Layout layout) : world_(world), layout_(std::move(layout)) {
    info_.hosts = 1;
    info_.endpoints = static_cast<std::int64_t>(layout_.endpoints.size());
    info_.headline = "A fabric of arithmetic.";
  }
  const FabricInfo& info() const override { return info_; }
  const Layout& layout() const override { return layout_; }
  std::vector<std::uint32_t> available() const override {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < layout_.endpoints.size(); ++i) all.push_back(i);
    return all;
  }
  Result<StepOutcome> run(const StepRequest& request, Sink& sink) override {
    const auto& pattern = **find_pattern(request.step.pattern);
    const PatternShape shape{static_cast<std::uint32_t>(request.members.size()),
                             request.step.duplex, request.step.seed};
    const std::uint64_t per_size = pattern.rounds(shape);
    const std::uint64_t total =
        request.alone.empty() ? per_size * request.step.sizes.size() : request.alone.size();
    for (std::uint64_t unit = request.first_unit; unit < total; ++unit) {
      if (world_.rounds_run++ >= world_.stop_after) return StepOutcome{false, true, "interrupted"};
      RoundOutcome outcome{unit, {}, Nanos(110), Nanos(100)};
      if (request.alone.empty()) {
        for (const Flow& flow : pattern.round(shape, unit % per_size).flows)
          outcome.samples.push_back(sample(flow, unit / per_size, world_.rates, 0));
      } else {
        outcome.samples.push_back(sample(request.alone[unit], request.alone_size_index,
                                         world_.rates_alone, sample_flag::alone));
      }
      WEFT_CHECK(sink.round(outcome));
    }
    return StepOutcome{true, false, ""};
  }

 private:
  static Sample sample(Flow flow, std::uint64_t size, std::map<Flow, double>& rates,
                       std::uint32_t flags) {
    Sample s;
    s.source = flow.source;
    s.target = flow.target;
    s.size_index = static_cast<std::uint32_t>(size);
    s.windows = 20;
    s.flags = flags;
    s.median = rates.contains(flow) ? rates[flow] : 1e9 + flow.source * 1e6;
    s.low = s.median * 0.99;
    s.high = s.median * 1.01;
    s.worst_window = s.median * 0.9;
    s.messages = 100;
    s.bytes = 100 * 65536;
    s.checked_bytes = 65536;
    return s;
  }
  FakeWorld& world_;
  Layout layout_;
  FabricInfo info_;
};

class FakeFabric final : public Fabric {
 public:
  explicit FakeFabric(FakeWorld& world) : world_(world) {}
  Result<std::unique_ptr<Session>> open(const Layout& layout, Sink&) override {
    return std::make_unique<FakeSession>(world_, layout);
  }

 private:
  FakeWorld& world_;
};

RunRequest request_of(const std::string& steps) {
  RunRequest request;
  request.tool_version = "0";
  request.suite_file = "test.json";
  request.suite_text =
      R"({"schema": "1.0", "title": "T", "about": "A.", "steps": [)" + steps + "]}";
  for (int i = 0; i < 4; ++i) request.layout.endpoints.push_back({"h", i});
  return request;
}

const std::string pairs =
    R"({"id": "p", "pattern": "pairs", "metric": "bandwidth", "duplex": true, "sizes": ["64KiB"]})";

Run run(const test::TemporaryFolder& folder, FakeWorld& world, const std::string& steps,
        bool resume = false) {
  const auto made = resume ? RunFolder::open(folder.path("out"))
                           : RunFolder::create(folder.path("out"), request_of(steps));
  REQUIRE(made);
  const auto suite = suite_of(made->request());
  REQUIRE(suite);
  FakeFabric fabric(world);
  const auto done = run_suite(*made, *suite, fabric, {});
  INFO((done ? "" : done.error().text()));
  REQUIRE(done);
  return *done;
}

}  // namespace

TEST_CASE("a fine fabric passes and the files give the same verdict again") {
  test::TemporaryFolder folder;
  FakeWorld world;
  const Run done = run(folder, world, pairs);
  CHECK(done.verdict == Verdict::pass);
  CHECK(done.complete);
  CHECK(done.judgements.at(0).flows_measured == 12);
  const auto opened = RunFolder::open(folder.path("out"));
  const auto again = judge_folder(*opened, *suite_of(opened->request()));
  REQUIRE(again);
  CHECK(again->judgements.at(0).why == done.judgements.at(0).why);
  CHECK(again->verdict == done.verdict);
}

TEST_CASE("a slow pair is measured again alone: slow again fails, fast alone is a warning") {
  for (const double alone : {1e8, 1e9}) {
    test::TemporaryFolder folder;
    FakeWorld world;
    world.rates[{1, 2}] = 1e8;
    world.rates_alone[{1, 2}] = alone;
    const Run done = run(folder, world, pairs);
    CHECK(done.verdict == (alone == 1e8 ? Verdict::fail : Verdict::warn));
    REQUIRE(done.judgements.at(0).outliers.size() == 1);
    CHECK(done.judgements[0].outliers[0].value == 1e8);
    CHECK(done.judgements[0].outliers[0].alone == alone);
  }
}

TEST_CASE(
    "an interrupted run is not complete, its rest is unknown, and resume does only the rest") {
  test::TemporaryFolder folder;
  FakeWorld world;
  world.stop_after = 2;
  const Run part = run(folder, world, pairs);
  CHECK_FALSE(part.complete);
  CHECK(part.verdict == Verdict::unknown);
  CHECK(part.judgements.at(0).flows_measured == 8);
  world.stop_after = UINT64_MAX;
  world.rounds_run = 0;
  const Run whole = run(folder, world, "", true);
  CHECK(world.rounds_run == 1);
  CHECK(whole.complete);
  CHECK(whole.verdict == Verdict::pass);
}

TEST_CASE("what is not there is skipped with its reason, and a run of nothing else is no pass") {
  test::TemporaryFolder folder;
  FakeWorld world;
  const Run done = run(folder, world,
                       R"({"id": "r", "pattern": "pairs", "metric": "bandwidth", "transport":
                          "verbs", "sizes": ["64KiB"]})");
  REQUIRE(done.steps.size() == 1);
  CHECK(done.steps[0].state == StepState::skipped);
  CHECK(done.steps[0].reason == "needs an RDMA device, none was found");
  CHECK(done.verdict == Verdict::unknown);
}

TEST_CASE("large fleets run permutations in place of all pairs, and it is said") {
  Step step;
  step.pattern = "pairs";
  step.sizes = {64_KiB};
  step.duplex = true;
  const PlannedStep planned = plan_step(step, {32768}, 1);
  CHECK(planned.step.pattern == "permutation");
  CHECK(planned.rounds == 30);
  CHECK(planned.flows == 30ull * 32768);
  CHECK(planned.note.starts_with("32768 members: 30 random permutations"));
  CHECK(plan_step(step, {1024}, 1).note.empty());
}

TEST_CASE("a slow link stretches rounds, and what does not fit even then is left out") {
  Step step;
  step.pattern = "pairs";
  step.sizes = {64_KiB, 1_MiB, 8_MiB};
  const PlannedStep slow = plan_step(step, {16, BitRate{100e6}}, 1);
  CHECK(slow.step.sizes == std::vector{64_KiB});
  CHECK(slow.note ==
        "at 100 Mb/s: rounds of 168 ms in place of 50 ms; 1 MiB, 8 MiB left out as too long for a "
        "round");
  CHECK(slow.time > 15 * std::chrono::milliseconds(168));
  const PlannedStep fast = plan_step(step, {16, BitRate{400e9}}, 1);
  CHECK(fast.step.sizes == step.sizes);
  CHECK(fast.note.empty());

  step.pattern = "incast";  // 15 share the target's link: even the smallest stretches to the most
  const PlannedStep shared = plan_step(step, {16, BitRate{100e6}}, 1);
  CHECK(shared.step.sizes == std::vector{64_KiB});
  CHECK(shared.step.round_time == 8 * step.round_time);
  step.metric = Metric::latency;
  CHECK(plan_step(step, {16, BitRate{100e6}}, 1).note.empty());
}

TEST_CASE("a time budget shortens the rounds") {
  Suite suite;
  Step step;
  step.pattern = "pairs";
  step.sizes = {64_KiB};
  step.round_time = std::chrono::seconds(1);
  suite.steps = {step};
  suite.time_budget = std::chrono::seconds(3);
  keep_budget(suite, {4});
  CHECK(suite.steps[0].round_time < std::chrono::milliseconds(510));
}

// Passes over the suite, and their ranges; see expect.h.

#include "run/expect.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "judge/judge.h"
#include "run/drive.h"
#include "twin/fabric.h"

namespace weft {
namespace {

TwinState state_for(const Plan& plan, TwinRouting routing, std::uint64_t seed) {
  TwinState state = make_state(plan, seed);
  for (TwinNode& node : state.nodes) {
    if (!node.is_switch()) continue;
    node.adaptive_routing = routing == TwinRouting::adaptive;
    for (TwinPort& port : node.ports) port.adaptive_routing = node.adaptive_routing;
  }
  return state;
}

SeedRange range_of(std::vector<double> values) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  return {(values[(n - 1) / 2] + values[n / 2]) / 2, values.front(), values.back()};
}

class Expecting {
 public:
  explicit Expecting(const ExpectRequest& request) : request_(request) {}

  Result<void> pass(TwinRouting routing, std::uint64_t seed) {
    TwinOptions options;
    options.seed = seed;
    options.noise = 0;
    TwinState state = state_for(request_.plan, routing, seed);
    const Layout layout = twin_layout(state);
    const auto fabric = make_twin(std::move(state), options);
    DeafSink deaf;
    WEFT_TRY(const auto session, fabric->open(layout, deaf));
    out_.hosts = session->info().hosts;
    out_.endpoints = session->info().endpoints;
    return drive(*session, request_.suite, seed,
                 [&](const StepRecord& record, std::span<const Sample> samples) {
                   return look_at(*session, record, samples, routing);
                 });
  }

  Expectations finish() {
    for (const auto& [key, seen] : seen_) {
      ExpectedValue value = seen.value;
      value.median = range_of(seen.medians);
      value.worst = range_of(seen.worst);
      out_.values.push_back(std::move(value));
    }
    for (const auto& [step, why] : skipped_) out_.gaps.push_back({step, "an expected value", why});
    return std::move(out_);
  }

 private:
  struct Seen {
    ExpectedValue value;
    std::vector<double> medians, worst;  // by seed
  };
  // The suite's order, then sizes, classes, routings.
  using Key = std::tuple<std::ptrdiff_t, std::int64_t, std::string, TwinRouting>;

  Result<void> look_at(const Session& session, const StepRecord& record,
                       std::span<const Sample> samples, TwinRouting routing) {
    if (record.state == StepState::skipped) skipped_[record.step.id] = record.reason;
    const StepEvidence evidence{record, samples, {}};
    for (const Judgement& one : judge_step(session.layout(), session.info(), evidence))
      if (one.summary.n > 0) keep(one, routing);
    return {};
  }

  void keep(const Judgement& one, TwinRouting routing) {
    const auto& steps = request_.suite.steps;
    const auto number = std::ranges::find(steps, one.step, &Step::id) - steps.begin();
    Seen& seen = seen_[{number, one.size.count, one.flow_class, routing}];
    seen.value = {one.step,   one.size, one.flow_class,     routing,
                  one.metric, one.unit, one.flows_measured, {},
                  {}};
    seen.medians.push_back(one.summary.median);
    seen.worst.push_back(one.worst.value_or(one.summary.median));
  }

  const ExpectRequest& request_;
  Expectations out_;
  std::map<Key, Seen> seen_;
  std::map<std::string, std::string> skipped_;
};

}  // namespace

Result<Expectations> expect_on_twin(const ExpectRequest& request,
                                    const std::function<void(std::size_t, std::size_t)>& done) {
  Expecting expecting(request);
  constexpr TwinRouting routings[] = {TwinRouting::adaptive, TwinRouting::hash};
  std::size_t so_far = 0;
  for (std::uint64_t seed = 1; seed <= request.seeds; ++seed)
    for (const TwinRouting routing : routings) {
      WEFT_CHECK(expecting.pass(routing, seed));
      done(++so_far, request.seeds * std::size(routings));
    }
  Expectations out = expecting.finish();
  out.suite = request.suite.id;
  for (std::size_t seed = 1; seed <= request.seeds; ++seed)
    out.seeds.push_back(static_cast<std::int64_t>(seed));
  return out;
}

}  // namespace weft

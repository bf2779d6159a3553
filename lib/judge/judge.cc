// judge_step and slow_flows: flows are split by class, held against their limits, and counted; the
// judgement's words are made in judge/class_result.cc.

#include "judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "judge/assess.h"
#include "judge/class_result.h"
#include "judge/collectives.h"

namespace weft {
namespace {

// From bad to good, so that `most_outliers` keeps the worst.
bool worse_first(const ClassResult& result, std::size_t a, std::size_t b) {
  const FlowResult &x = *result.flows[a], &y = *result.flows[b];
  if (result.states[a] != result.states[b]) return result.states[a] > result.states[b];
  if (x.value != y.value) return (result.metric == Metric::bandwidth) == (x.value < y.value);
  return x.flow < y.flow;
}

ClassResult class_result(const Layout& layout, const Step& step, Bytes size,
                         const std::vector<FlowResult>& flows, bool between) {
  ClassResult out;
  out.metric = step.metric;
  out.between = between;
  std::vector<double> medians;
  for (const FlowResult& flow : flows) {
    if (flow.between != between) continue;
    out.flows.push_back(&flow);
    if (flow.measured() && !flow.failed) medians.push_back(flow.value);
  }
  out.peers = peer_limit(std::move(medians), step.metric);
  out.loss = loss_limit(out.flows);
  out.states.reserve(out.flows.size());
  for (const FlowResult* flow : out.flows) {
    const auto link = link_limit(layout, step, size, *flow);
    if (link && (!out.link || (link->binds && !out.link->binds) ||
                 (link->binds == out.link->binds && link->floor < out.link->floor)))
      out.link = link;
    out.bound += link && link->binds && flow->measured();
    out.states.push_back(assess(*flow, step.metric, {out.peers, out.loss}, link));
  }
  // Nobody fails without a second chance where others had one.
  const bool tried = std::any_of(out.flows.begin(), out.flows.end(),
                                 [](const FlowResult* flow) { return flow->tries_alone > 0; });
  for (std::size_t i = 0; i < out.flows.size(); ++i) {
    FlowState& state = out.states[i];
    const bool wants_a_try = state == FlowState::slow || state == FlowState::lossy;
    if (tried && wants_a_try && out.flows[i]->tries_alone == 0) state = FlowState::untried;
    ++out.counts[static_cast<std::size_t>(state)];
  }
  return out;
}

void count_payload(const ClassResult& result, Judgement& out) {
  PacketTally packets;
  for (const FlowResult* flow : result.flows) {
    out.checked_bytes += flow->checked_bytes;
    out.wrong_bytes += flow->wrong_bytes;
    packets += flow->packets;
    out.flows_measured += flow->measured() && !flow->failed;
  }
  if (packets.sent > 0) out.packets = packets;
  out.flows_expected = static_cast<std::int64_t>(result.flows.size());
}

void name_the_worst(const ClassResult& result, Judgement& out) {
  const bool bandwidth = result.metric == Metric::bandwidth;
  const FlowResult* worst = nullptr;
  for (const FlowResult* flow : result.flows) {
    if (!flow->measured() || flow->failed) continue;
    if (worst == nullptr || (bandwidth ? flow->value < worst->value : flow->value > worst->value))
      worst = flow;
    if (!out.worst_window || (bandwidth ? flow->worst_window < *out.worst_window
                                        : flow->worst_window > *out.worst_window))
      out.worst_window = flow->worst_window;
  }
  if (worst == nullptr) return;
  out.worst = worst->value;
  if (bandwidth) return;
  out.p99_ns = worst->tail->p99_ns;
  out.p999_ns = worst->tail->p999_ns;
  out.max_ns = worst->tail->max_ns;
}

void list_outliers(const Layout& layout, const ClassResult& result, Judgement& out) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < result.flows.size(); ++i)
    if (result.states[i] != FlowState::fine || result.flows[i]->tries_alone > 0) order.push_back(i);
  const std::size_t kept = std::min(order.size(), judge_limit::most_outliers);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(kept), order.end(),
                    [&](std::size_t a, std::size_t b) { return worse_first(result, a, b); });
  for (std::size_t i = 0; i < kept; ++i)
    out.outliers.push_back(outlier_of(layout, result, order[i]));
}

void tally_endpoints(const Layout& layout, const ClassResult& result, Judgement& out) {
  std::vector<EndpointTally> all(layout.endpoints.size());
  for (std::size_t i = 0; i < result.flows.size(); ++i) {
    const FlowResult& flow = *result.flows[i];
    if (!flow.measured() && !flow.failed) continue;
    const bool bad = result.states[i] >= FlowState::untried;
    for (const std::uint32_t end : {flow.flow.source, flow.flow.target}) {
      ++all[end].flows;
      all[end].bad += bad;
    }
  }
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].bad == 0) continue;
    all[i].endpoint = i;
    out.tallies.push_back(all[i]);
  }
}

Judgement judgement_head(const Step& step, Bytes size) {
  Judgement out;
  out.step = step.id;
  out.size = size;
  out.metric = step.metric;
  out.unit = step.metric == Metric::bandwidth ? "bps" : "ns";
  return out;
}

Judgement judgement_of(const Layout& layout, const StepEvidence& evidence, Bytes size,
                       const ClassResult& result) {
  Judgement out = judgement_head(evidence.record.step, size);
  out.flow_class = result.between ? "between hosts" : "same host";
  out.summary = result.peers.summary;
  count_payload(result, out);
  name_the_worst(result, out);
  list_outliers(layout, result, out);
  tally_endpoints(layout, result, out);
  out.baseline = baseline_of(result, evidence.record.step);
  const bool cut_short = evidence.expected.empty() && evidence.record.state == StepState::partly;
  const Opinion opinion = opinion_of(result, cut_short ? evidence.record.reason : "", cut_short);
  out.verdict = opinion.verdict;
  out.why = opinion.why;
  return out;
}

Judgement nothing_judged(const Step& step, Bytes size, Verdict verdict, std::string why) {
  Judgement out = judgement_head(step, size);
  out.verdict = verdict;
  out.why = std::move(why);
  return out;
}

bool links_known(const Layout& layout) {
  return std::any_of(layout.endpoints.begin(), layout.endpoints.end(),
                     [](const Endpoint& endpoint) { return endpoint.link_rate.has_value(); });
}

// The first `limit`, but so that no endpoint fills the list: by turns, each taking at most four
// flows of an endpoint.
std::vector<Flow> spread_over_endpoints(const std::vector<std::pair<double, Flow>>& worst_first,
                                        std::size_t endpoints, std::size_t limit) {
  constexpr std::size_t a_turn = 4;
  std::vector<std::size_t> seen(endpoints, 0);
  std::vector<std::pair<std::size_t, Flow>> by_turn;
  for (const auto& [how, flow] : worst_first) {
    const std::size_t before = std::max(seen[flow.source]++, seen[flow.target]++);
    by_turn.emplace_back(before / a_turn, flow);
  }
  std::stable_sort(by_turn.begin(), by_turn.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Flow> out;
  for (std::size_t i = 0; i < std::min(by_turn.size(), limit); ++i)
    out.push_back(by_turn[i].second);
  return out;
}

std::string why_nothing(const StepEvidence& evidence) {
  return evidence.record.reason.empty()
             ? "no flow was measured"
             : fmt::format("no flow was measured: {}", evidence.record.reason);
}

}  // namespace

std::vector<Judgement> judge_step(const Layout& layout, const FabricInfo& fabric,
                                  const StepEvidence& evidence) {
  const Step& step = evidence.record.step;
  if (evidence.record.state == StepState::skipped)
    return {nothing_judged(step, {}, Verdict::skip, evidence.record.reason)};
  const Places places = places_of(layout);
  SampleIndex index = index_samples(layout, evidence);
  std::vector<Judgement> out;
  const auto collective = collective_named(step.pattern);
  for (std::size_t i = 0; i < step.sizes.size(); ++i) {
    if (collective) {
      out.push_back(judge_collective(layout, evidence, *collective, step.sizes[i], index.sizes[i]));
      continue;
    }
    const std::vector<FlowResult> flows = results_of(places, step.metric, std::move(index.sizes[i]),
                                                     evidence.expected, links_known(layout));
    for (const bool between : {false, true}) {
      ClassResult result = class_result(layout, step, step.sizes[i], flows, between);
      result.shares_cores = fabric.shares_cores;
      if (!result.flows.empty())
        out.push_back(judgement_of(layout, evidence, step.sizes[i], result));
    }
    if (flows.empty())
      out.push_back(nothing_judged(step, step.sizes[i], Verdict::unknown, why_nothing(evidence)));
  }
  if (index.strays > 0)
    out.push_back(
        nothing_judged(step, {}, Verdict::unknown,
                       fmt::format("{} could not be read: no such endpoint or size in this run",
                                   count_of(static_cast<std::size_t>(index.strays), "sample"))));
  return out;
}

std::vector<Flow> slow_flows(const Layout& layout, const StepEvidence& evidence,
                             std::uint32_t size_index, std::size_t limit, std::uint32_t tries) {
  const Step& step = evidence.record.step;
  SampleIndex index = index_samples(layout, evidence);
  if (size_index >= index.sizes.size() || collective_named(step.pattern)) return {};
  const std::vector<FlowResult> flows =
      results_of(places_of(layout), step.metric, std::move(index.sizes[size_index]),
                 evidence.expected, links_known(layout));
  std::vector<std::pair<double, Flow>> slow;  // how far off: 1 is as its peers
  for (const bool between : {false, true}) {
    const ClassResult result = class_result(layout, step, step.sizes[size_index], flows, between);
    const double usual = result.peers.summary.median;
    for (std::size_t i = 0; i < result.flows.size(); ++i) {
      const FlowResult& flow = *result.flows[i];
      const FlowState state = result.states[i];
      const bool wants_a_try =
          state == FlowState::slow || state == FlowState::lossy || state == FlowState::untried;
      if (!wants_a_try || flow.tries_alone >= tries) continue;
      const double speed =
          step.metric == Metric::bandwidth ? flow.value / usual : usual / flow.value;
      slow.emplace_back(std::min(speed, 1 - flow.packets.lost_ratio()), flow.flow);
    }
  }
  std::sort(slow.begin(), slow.end());
  return spread_over_endpoints(slow, layout.endpoints.size(), limit);
}

}  // namespace weft

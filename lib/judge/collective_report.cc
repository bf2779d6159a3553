// See collective_report.h.

#include "judge/collective_report.h"

#include <algorithm>
#include <map>

#include "base/stats.h"

namespace weft {
namespace {

Nanos whole_ns(double ns) { return Nanos(static_cast<std::int64_t>(ns)); }

// Times of the calls by the member that needed the longest.
void add_times(Collective what, std::uint32_t members, const std::map<std::uint32_t, double>& calls,
               std::int64_t bytes, CollectiveSize& out) {
  std::vector<double> times;
  for (const auto& [number, ns] : calls) times.push_back(ns);
  if (times.empty()) return;
  const MedianInterval interval = median_interval(times);
  out.time = whole_ns(interval.median);
  out.low = whole_ns(interval.low);
  out.high = whole_ns(interval.high);
  out.algorithm = Bytes{bytes} / *out.time;
  out.bus = BitRate{out.algorithm->bps * bus_factor(what, members)};
}

CollectiveMemberTimes member_of(const Layout& layout, const Sample& sample, std::int64_t width) {
  CollectiveMemberTimes out;
  out.endpoint = layout.endpoints[sample.source].text();
  out.median = Nanos(sample.p50_ns);
  out.p99 = Nanos(sample.p99_ns);
  out.longest = Nanos(sample.max_ns);
  out.wrong_elements = sample.wrong_bytes / width;
  return out;
}

CollectiveSize size_of(const Run& run, Collective what, std::uint32_t index,
                       std::span<const Sample> samples) {
  const Step& step = run.steps.front().step;
  const std::int64_t width = static_cast<std::int64_t>(element_size(step.data_type));
  CollectiveSize out;
  out.size = step.sizes[index];
  std::map<std::uint32_t, CollectiveMemberTimes> members;
  std::map<std::uint32_t, double> longest;  // of each call that was kept
  std::int64_t bytes = 0;
  for (const Sample& sample : samples) {
    if (sample.size_index != index || (sample.flags & sample_flag::iteration) != 0) continue;
    members.emplace(sample.source, member_of(run.layout, sample, width));
    out.calls = sample.messages;
    out.checked_elements += sample.checked_bytes / width;
    out.wrong_elements += sample.wrong_bytes / width;
  }
  for (const Sample& sample : samples) {
    if (sample.size_index != index || (sample.flags & sample_flag::iteration) == 0) continue;
    double& call = longest[sample.round];
    call = std::max(call, static_cast<double>(sample.elapsed_ns));
    bytes = sample.bytes;
    members[sample.source].calls.push_back(sample.elapsed_ns);
  }
  out.elements = bytes / width;
  add_times(what, static_cast<std::uint32_t>(members.size()), longest, bytes, out);
  for (auto& [endpoint, member] : members) out.members.push_back(std::move(member));
  return out;
}

void add_opinion(const Run& run, CollectiveSize& out) {
  for (const Judgement& j : run.judgements) {
    if (j.step != run.steps.front().step.id || j.size != out.size) continue;
    out.verdict = j.verdict;
    out.why = j.why;
    for (const Outlier& outlier : j.outliers)
      if (outlier.verdict == Verdict::warn) out.stragglers.push_back(outlier.subject);
  }
}

}  // namespace

CollectiveReport collective_report(const Run& run, Collective what,
                                   std::span<const Sample> samples) {
  CollectiveReport out;
  const StepRecord& record = run.steps.front();
  const Step& step = record.step;
  out.tool_version = run.tool_version;
  out.headline = run.fabric.headline;
  out.collective = what;
  out.data_type = step.data_type;
  out.reduction = step.reduction;
  out.root = step.root;
  out.in_place = step.in_place;
  out.memory = step.memory;
  out.members = static_cast<std::int64_t>(record.members.size());
  out.bus_factor = bus_factor(what, static_cast<std::uint32_t>(record.members.size()));
  if (record.state == StepState::skipped) {
    out.skipped = record.reason;
    return out;
  }
  for (std::uint32_t i = 0; i < step.sizes.size(); ++i) {
    out.sizes.push_back(size_of(run, what, i, samples));
    add_opinion(run, out.sizes.back());
  }
  return out;
}

}  // namespace weft

// See collective_report.h.

#include "judge/collective_report.h"

#include <map>

#include "base/stats.h"
#include "judge/collectives.h"

namespace weft {
namespace {

Nanos whole_ns(double ns) { return Nanos(static_cast<std::int64_t>(ns)); }

void add_times(Collective what, std::uint32_t members, const CollectiveCalls& calls,
               CollectiveSize& out) {
  if (calls.longest_ns.empty()) return;
  const MedianInterval interval = median_interval(calls.longest_ns);
  out.time = whole_ns(interval.median);
  out.low = whole_ns(interval.low);
  out.high = whole_ns(interval.high);
  out.algorithm = Bytes{calls.bytes} / *out.time;
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
  std::map<std::uint32_t, std::vector<std::int64_t>> calls_ns;
  std::vector<SampleAt> of_size;
  for (const Sample& sample : samples) {
    if (sample.size_index != index) continue;
    of_size.push_back({{sample.source, sample.target}, &sample});
    if ((sample.flags & sample_flag::iteration) != 0) {
      calls_ns[sample.source].push_back(sample.elapsed_ns);
      continue;
    }
    members.emplace(sample.source, member_of(run.layout, sample, width));
    out.calls = sample.messages;
    out.checked_elements += sample.checked_bytes / width;
    out.wrong_elements += sample.wrong_bytes / width;
  }
  for (auto& [endpoint, member] : members) member.calls = std::move(calls_ns[endpoint]);
  const CollectiveCalls calls = calls_of(of_size);
  out.elements = calls.bytes / width;
  add_times(what, static_cast<std::uint32_t>(members.size()), calls, out);
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

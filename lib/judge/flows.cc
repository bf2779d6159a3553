// See flows.h.

#include "judge/flows.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace weft {
namespace {

// Stable counting sort of `items` by a key below `keys`.
template <class T, class Key>
void sort_by(std::vector<T>& items, std::size_t keys, Key key) {
  std::vector<std::size_t> at(keys + 1, 0);
  for (const T& item : items) ++at[key(item) + 1];
  for (std::size_t i = 1; i <= keys; ++i) at[i] += at[i - 1];
  std::vector<T> out(items.size());
  for (T& item : items) out[at[key(item)]++] = std::move(item);
  items.swap(out);
}

bool usable(const Sample& s) { return s.windows > 0 && std::isfinite(s.median) && s.median > 0; }

// A flow measured twice (its round was run again after a restart): the middle of the values, and
// the hull of the intervals, so that a second measurement never makes a verdict harsher.
void add_beside_others(FlowResult& out, const Sample& s, Metric metric) {
  const Range range = range_of(s);
  if (!out.measured()) {
    out.value = s.median, out.range = range, out.worst_window = s.worst_window;
    out.tail = &s;
  } else {
    const double before = out.windows, now = s.windows;
    out.value = (out.value * before + s.median * now) / (before + now);
    out.range = {std::min(out.range.low, range.low), std::max(out.range.high, range.high)};
    out.worst_window = metric == Metric::bandwidth ? std::min(out.worst_window, s.worst_window)
                                                   : std::max(out.worst_window, s.worst_window);
    if (s.p99_ns > out.tail->p99_ns) out.tail = &s;
  }
  out.windows += s.windows;
}

// Of several tries the best one counts: what hits a flow that is alone comes from elsewhere.
void add_alone(FlowResult& out, const Sample& s, Metric metric) {
  if (out.alone == nullptr ||
      (metric == Metric::bandwidth ? s.median > out.alone->median : s.median < out.alone->median))
    out.alone = &s;
}

void add(FlowResult& out, const Sample& s, Metric metric) {
  out.checked_bytes += s.checked_bytes;
  out.wrong_bytes += s.wrong_bytes;
  if ((s.flags & sample_flag::alone) == 0) out.packets += packets_of(s);
  const bool works = (s.flags & sample_flag::failed) == 0;
  if ((s.flags & sample_flag::alone) != 0) {
    ++out.tries_alone;
    if (works && usable(s)) add_alone(out, s, metric);
  } else if (!works) {
    out.failed = true;
  } else if (usable(s)) {
    add_beside_others(out, s, metric);
  }
}

// How many flows between hosts left or entered each device in the same round; the busier end
// counts.
void fill_sharing(const Places& places, const std::vector<SampleAt>& samples,
                  const std::vector<std::uint32_t>& result_of, std::vector<FlowResult>& results) {
  struct Part {
    std::uint32_t round, from, to, result;
  };
  struct Load {
    std::uint32_t leaving = 0, entering = 0;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto& [flow, sample] = samples[i];
    if ((sample->flags & sample_flag::alone) == 0 && results[result_of[i]].between)
      parts.push_back(
          {sample->round, places.device[flow.source], places.device[flow.target], result_of[i]});
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.round < b.round; });
  std::vector<Load> loads(places.host.size());
  for (auto begin = parts.begin(), end = begin; begin != parts.end(); begin = end) {
    while (end != parts.end() && end->round == begin->round) ++end;
    for (auto at = begin; at != end; ++at) ++loads[at->from].leaving, ++loads[at->to].entering;
    for (auto at = begin; at != end; ++at) {
      std::uint32_t& sharing = results[at->result].sharing;
      sharing = std::max({sharing, loads[at->from].leaving, loads[at->to].entering});
    }
    for (auto at = begin; at != end; ++at) loads[at->from] = loads[at->to] = {};
  }
}

}  // namespace

PacketTally packets_of(const Sample& s) {
  if (s.packets == 0) return {};
  return {s.packets, s.lost, s.overflowed, s.reordered, s.marked, s.remarked, s.p50_ns, s.p99_ns};
}

Range range_of(const Sample& s) {
  if (s.low <= s.median && s.median <= s.high) return {s.low, s.high};
  return {s.median, s.median};
}

Places places_of(const Layout& layout) {
  Places out;
  using Name = std::pair<std::string_view, std::string_view>;  // host, device
  std::map<std::string_view, std::uint32_t> hosts;
  std::map<Name, std::uint32_t> devices;
  for (std::uint32_t i = 0; i < layout.endpoints.size(); ++i) {
    const Endpoint& at = layout.endpoints[i];
    const auto host = static_cast<std::uint32_t>(hosts.size());
    out.host.push_back(hosts.emplace(at.host, host).first->second);
    // The number of a device is that of the first endpoint on it.
    out.device.push_back(at.device ? devices.emplace(Name(at.host, *at.device), i).first->second
                                   : i);
  }
  return out;
}

SampleIndex index_samples(const Layout& layout, const StepEvidence& evidence) {
  SampleIndex out;
  out.sizes.resize(evidence.record.step.sizes.size());
  const std::size_t endpoints = layout.endpoints.size();
  for (const Sample& s : evidence.samples) {
    if (s.source >= endpoints || s.target >= endpoints || s.size_index >= out.sizes.size())
      ++out.strays;
    else
      out.sizes[s.size_index].push_back({{s.source, s.target}, &s});
  }
  return out;
}

std::vector<FlowResult> results_of(const Places& places, Metric metric,
                                   std::vector<SampleAt> samples, std::span<const Flow> expected,
                                   bool count_sharing) {
  const std::size_t endpoints = places.host.size();
  sort_by(samples, endpoints, [](const SampleAt& s) { return s.flow.target; });
  sort_by(samples, endpoints, [](const SampleAt& s) { return s.flow.source; });
  std::vector<Flow> wanted;
  for (const Flow& flow : expected)
    if (flow.source < endpoints && flow.target < endpoints) wanted.push_back(flow);
  if (!std::is_sorted(wanted.begin(), wanted.end())) {
    sort_by(wanted, endpoints, [](const Flow& flow) { return flow.target; });
    sort_by(wanted, endpoints, [](const Flow& flow) { return flow.source; });
  }
  std::vector<FlowResult> out;
  out.reserve(std::max(samples.size(), wanted.size()));
  std::vector<std::uint32_t> result_of(samples.size());
  const auto place = [&](const Flow& flow) {
    if (!out.empty() && out.back().flow == flow) return;
    out.push_back({flow, places.between(flow)});
  };
  auto want = wanted.begin();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Flow& flow = samples[i].flow;
    for (; want != wanted.end() && *want <= flow; ++want) place(*want);
    place(flow);
    add(out.back(), *samples[i].sample, metric);
    result_of[i] = static_cast<std::uint32_t>(out.size() - 1);
  }
  for (; want != wanted.end(); ++want) place(*want);
  if (count_sharing) fill_sharing(places, samples, result_of, out);
  return out;
}

}  // namespace weft

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
  items = std::move(out);
}

bool usable(const Sample& s) { return s.windows > 0 && std::isfinite(s.median) && s.median > 0; }

// A flow measured twice (its round was run again after a restart): the middle of the values, and
// the hull of the intervals, so that a second measurement never makes a verdict harsher.
void add_beside_others(FlowResult& out, const Sample& s, Metric metric) {
  const bool ordered = s.low <= s.median && s.median <= s.high;
  const double low = ordered ? s.low : s.median, high = ordered ? s.high : s.median;
  const bool lower_is_worse = metric == Metric::bandwidth;
  if (!out.measured) {
    out.value = s.median, out.low = low, out.high = high, out.worst_window = s.worst_window;
  } else {
    const double before = out.windows, now = s.windows;
    out.value = (out.value * before + s.median * now) / (before + now);
    out.low = std::min(out.low, low), out.high = std::max(out.high, high);
    out.worst_window = lower_is_worse ? std::min(out.worst_window, s.worst_window)
                                      : std::max(out.worst_window, s.worst_window);
  }
  out.measured = true;
  out.windows += s.windows;
  out.p99_ns = std::max(out.p99_ns, s.p99_ns);
  out.p999_ns = std::max(out.p999_ns, s.p999_ns);
  out.max_ns = std::max(out.max_ns, s.max_ns);
}

void add(FlowResult& out, const Sample& s, Metric metric) {
  out.checked_bytes += s.checked_bytes;
  out.wrong_bytes += s.wrong_bytes;
  const bool works = (s.flags & sample_flag::failed) == 0;
  if ((s.flags & sample_flag::alone) != 0) {
    out.tried_alone = true;
    if (!works || !usable(s)) return;
    const bool ordered = s.low <= s.median && s.median <= s.high;
    out.alone = s.median;
    out.alone_low = ordered ? s.low : s.median;
    out.alone_high = ordered ? s.high : s.median;
  } else if (!works) {
    out.failed = true;
  } else if (usable(s)) {
    add_beside_others(out, s, metric);
  }
}

// How many flows between hosts left or entered each device in the same round; the busier end counts.
void count_sharing(const Places& places, const std::vector<const Sample*>& samples,
                   std::vector<FlowResult>& results, const std::vector<std::uint32_t>& result_of) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < samples.size(); ++i)
    if ((samples[i]->flags & sample_flag::alone) == 0 && results[result_of[i]].between)
      order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return samples[a]->round < samples[b]->round;
  });
  std::vector<std::uint32_t> leaving(places.host.size(), 0), entering(places.host.size(), 0);
  for (std::size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && samples[order[end]]->round == samples[order[begin]]->round) ++end;
    const auto each = [&](auto&& visit) {
      for (std::size_t i = begin; i < end; ++i)
        visit(leaving[places.device[samples[order[i]]->source]],
              entering[places.device[samples[order[i]]->target]], results[result_of[order[i]]]);
    };
    each([](auto& out, auto& in, FlowResult&) { ++out, ++in; });
    each([](auto& out, auto& in, FlowResult& r) { r.sharing = std::max({r.sharing, out, in}); });
    each([](auto& out, auto& in, FlowResult&) { out = in = 0; });
  }
}

}  // namespace

Places places_of(const Layout& layout) {
  Places out;
  std::map<std::string_view, std::uint32_t> hosts;
  std::map<std::pair<std::string_view, std::string_view>, std::uint32_t> devices;
  for (std::uint32_t i = 0; i < layout.endpoints.size(); ++i) {
    const Endpoint& at = layout.endpoints[i];
    out.host.push_back(hosts.emplace(at.host, static_cast<std::uint32_t>(hosts.size()))
                           .first->second);
    // The number of a device is that of the first endpoint on it.
    out.device.push_back(at.device ? devices.emplace(std::pair{at.host, *at.device}, i).first->second
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
      out.sizes[s.size_index].push_back(&s);
  }
  return out;
}

std::vector<FlowResult> results_of(const Places& places, Metric metric,
                                   std::vector<const Sample*> samples,
                                   std::span<const Flow> expected) {
  const std::size_t endpoints = places.host.size();
  sort_by(samples, endpoints, [](const Sample* s) { return s->target; });
  sort_by(samples, endpoints, [](const Sample* s) { return s->source; });
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
  const auto open = [&](const Flow& flow) {
    if (!out.empty() && out.back().flow == flow) return;
    out.push_back({flow, places.between(flow)});
  };
  auto want = wanted.begin();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Flow flow{samples[i]->source, samples[i]->target};
    for (; want != wanted.end() && *want <= flow; ++want) open(*want);
    open(flow);
    add(out.back(), *samples[i], metric);
    result_of[i] = static_cast<std::uint32_t>(out.size() - 1);
  }
  for (; want != wanted.end(); ++want) open(*want);
  count_sharing(places, samples, out, result_of);
  return out;
}

}  // namespace weft

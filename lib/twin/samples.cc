// See samples.h.

#include "twin/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "twin/stable.h"

namespace weft {

std::int64_t messages_in(const TwinFlowResult& result, const Step& step, double bytes, Nanos time) {
  if (!result.works) return 0;
  const auto ns = static_cast<double>(time.count());
  const double messages = step.metric == Metric::bandwidth ? result.payload_bps * ns / 8e9 / bytes
                                                           : ns / 2 / result.latency_ns;
  return static_cast<std::int64_t>(messages);
}

double SampleMaker::uniform() {
  return static_cast<double>(stable_random(random_) >> 11) * 0x1p-53;
}

// Median, its interval and the extremes of as many windows as there were. The interval is that of
// order statistics: of 12 values the 3rd and the 10th (95 %).
void SampleMaker::spread(std::span<const RoundPart> parts, double TwinFlowResult::*value,
                         double noise, Sample& out) {
  windows_.clear();
  std::size_t part = 0;
  double ends = parts[0].share;
  for (std::int64_t i = 0; i < count_; ++i) {
    const double middle = (static_cast<double>(i) + 0.5) / static_cast<double>(count_);
    while (middle > ends && part + 1 < parts.size()) ends += parts[++part].share;
    const double normal = (uniform() + uniform() + uniform() + uniform() - 2) * std::sqrt(3.0);
    windows_.push_back(parts[part].result.*value * (1 + noise * normal));
  }
  std::ranges::sort(windows_);
  const std::size_t n = windows_.size();
  out.median = (windows_[(n - 1) / 2] + windows_[n / 2]) / 2;
  out.low = windows_[n / 6];
  out.high = windows_[n - 1 - n / 6];
}

void SampleMaker::bandwidth(const Step& step, double bytes, std::span<const RoundPart> parts,
                            Sample& out) {
  spread(parts, &TwinFlowResult::payload_bps, noise_, out);
  out.worst_window = windows_.front();
  const double seconds = static_cast<double>(step.round_time.count()) / 1e9;
  const double mean =
      std::accumulate(windows_.begin(), windows_.end(), 0.0) / static_cast<double>(windows_.size());
  out.messages =
      std::max<std::int64_t>(static_cast<std::int64_t>(mean * seconds / 8 / bytes), count_);
  out.bytes = out.messages * static_cast<std::int64_t>(bytes);
}

// The tail: a share of the messages meets a busy host or a packet of somebody else's.
void SampleMaker::latency(const Step& step, std::span<const RoundPart> parts, Sample& out) {
  spread(parts, &TwinFlowResult::latency_ns, noise_ * 5, out);
  out.worst_window = windows_.back();
  out.messages = std::max<std::int64_t>(
      static_cast<std::int64_t>(static_cast<double>(step.round_time.count()) / 2 / out.median),
      count_);
  out.p50_ns = std::llround(out.median);
  out.p99_ns = std::llround(windows_.back() * 1.1);
  out.p999_ns = std::llround(windows_.back() * (1.3 + 0.2 * uniform()));
  out.max_ns = std::llround(windows_.back() * (2 + uniform()));
}

Sample SampleMaker::make(const Step& step, double bytes, std::span<const RoundPart> parts) {
  Sample out;
  out.elapsed_ns = step.round_time.count();
  if (!parts.back().result.works) {
    out.flags = sample_flag::failed;
    return out;
  }
  out.windows = static_cast<std::uint32_t>(count_);
  if (step.metric == Metric::bandwidth)
    bandwidth(step, bytes, parts, out);
  else
    latency(step, parts, out);
  return out;
}

}  // namespace weft

// See stats.h.

#include "judge/stats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace weft {
namespace {

constexpr double mad_to_sigma = 1.482602218505602;  // 1 / Phi^-1(0.75)

// The largest k with P(X <= k) <= limit for X ~ Binomial(n, 1/2), or -1, and that probability.
// Exact sums in logarithms, so that n = 1,000,000 neither overflows nor vanishes; what lies more
// than 40 sigma below the middle is less than 1e-300 and is left out.
std::pair<std::int64_t, double> lower_tail(std::size_t n, double limit) {
  const double count = static_cast<double>(n);
  const double first = std::max(0.0, std::floor(count / 2 - 20 * std::sqrt(count)));
  double log_term = std::lgamma(count + 1) - std::lgamma(first + 1) -
                    std::lgamma(count - first + 1) - count * std::log(2.0);
  double sum = 0, before = 0, k = first - 1;
  for (double i = first; i <= count / 2; ++i) {
    sum += std::exp(log_term);
    if (sum > limit) break;
    before = sum;
    k = i;
    log_term += std::log((count - i) / (i + 1));
  }
  return {static_cast<std::int64_t>(k), before};
}

}  // namespace

double median(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(n / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (n % 2 == 1) return *middle;
  return *std::max_element(values.begin(), middle) / 2 + *middle / 2;
}

double scaled_mad(std::span<const double> values, double center) {
  std::vector<double> distances(values.size());
  std::transform(values.begin(), values.end(), distances.begin(),
                 [&](double value) { return std::abs(value - center); });
  return mad_to_sigma * median(std::move(distances));
}

double percentile(std::span<const double> ascending, double p) {
  if (ascending.empty()) return std::numeric_limits<double>::quiet_NaN();
  const double at = std::clamp(p, 0.0, 1.0) * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(at);
  const std::size_t above = std::min(below + 1, ascending.size() - 1);
  return std::lerp(ascending[below], ascending[above], at - static_cast<double>(below));
}

// The median lies below the k-th smallest value (from 0) only when at most k values lie below the
// median: P = P(Binomial(n, 1/2) <= k), and so on the other side.
MedianRanks median_ranks(std::size_t n, double wanted) {
  if (n == 0) return {};
  const auto [k, tail] = lower_tail(n, (1 - wanted) / 2);
  if (k >= 0)
    return {static_cast<std::size_t>(k), n - 1 - static_cast<std::size_t>(k), 1 - 2 * tail};
  return {0, n - 1, n == 1 ? 0 : 1 - std::exp2(1 - static_cast<double>(n))};
}

// Selects instead of sorting: there may be a million values.
Summary summary_of(std::vector<double> values) {
  if (values.empty()) return {};
  const MedianRanks ranks = median_ranks(values.size());
  const auto at = [&](std::size_t rank) {
    return values.begin() + static_cast<std::ptrdiff_t>(rank);
  };
  const std::size_t middle = values.size() / 2;
  std::nth_element(at(0), at(middle), values.end());
  std::nth_element(at(0), at(ranks.low), at(middle));
  if (ranks.high > middle) std::nth_element(at(middle) + 1, at(ranks.high), values.end());
  Summary out;
  out.n = static_cast<std::int64_t>(values.size());
  out.low = *at(ranks.low);
  out.high = *at(ranks.high);
  const double below = values.size() % 2 == 1 ? *at(middle) : *std::max_element(at(0), at(middle));
  out.median = below / 2 + *at(middle) / 2;
  out.spread = scaled_mad(values, out.median);
  return out;
}

}  // namespace weft

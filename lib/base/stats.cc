// Robust statistics; see stats.h.

#include "base/stats.h"

#include <algorithm>
#include <cmath>

namespace weft {
namespace {

// How many values to leave out on each side: the largest k with P(Binomial(n, 1/2) < k) <= 0.025.
std::size_t left_out(std::size_t n) {
  if (n > 400) {  // normal approximation, rounded outwards
    const double half = 0.98 * std::sqrt(static_cast<double>(n));
    return static_cast<std::size_t>(std::max(0.0, std::floor(static_cast<double>(n) / 2 - half)));
  }
  double term = std::pow(0.5, static_cast<double>(n));
  double below = 0;
  std::size_t k = 0;
  for (; below + term <= 0.025; ++k) {
    below += term;
    term *= static_cast<double>(n - k) / static_cast<double>(k + 1);
  }
  return k == 0 ? 0 : k - 1;
}

}  // namespace

MedianInterval median_interval(std::vector<double> values) {
  const std::size_t n = values.size();
  if (n == 0) return {};
  std::ranges::sort(values);
  const double median = n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  const std::size_t k = left_out(n);
  return {median, values[k], values[n - 1 - k], n};
}

}  // namespace weft

// Robust statistics: median, MAD, percentiles, and an interval of the median that assumes nothing
// about the distribution. Never mean and sigma: one stalled window would move them. base/stats.h is
// what a worker needs of it for its windows; here are a million flows.
//
// Sources: MAD and its factor 1.4826 (= 1 / Phi^-1(3/4)): Rousseeuw and Croux, "Alternatives to the
// Median Absolute Deviation", JASA 88 (1993). Interval by order statistics: David and Nagaraja,
// "Order Statistics", 3rd ed., section 7.1. Percentiles: Hyndman and Fan, "Sample Quantiles in
// Statistical Packages", Am. Stat. 50 (1996), definition 7 (the one of R, NumPy and Excel).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "model/judgement.h"

namespace weft {

// Values in any order; NaN for none at all.
double median(std::vector<double> values);
// Median distance from `center`, times 1.4826: a standard deviation where the values are normal.
double scaled_mad(std::span<const double> values, double center);
// `p` from 0 to 1 of ascending values.
double percentile(std::span<const double> ascending, double p);

// The median lies between these two of n ascending values, counted from 0, with probability
// `coverage` >= `wanted`; the widest pair there is, with its lower coverage, where n is too small
// (below 6 for 95 %). n = 1 gives {0, 0, coverage 0}: one value says nothing about its own error.
struct MedianRanks {
  std::size_t low = 0, high = 0;
  double coverage = 0;
};
MedianRanks median_ranks(std::size_t n, double wanted = 0.95);

// n, median, interval and scaled MAD. All zero when there are no values: look at n.
Summary summary_of(std::vector<double> values);

// Fewest values whose widest interval covers the median with 95 %: 1 - 2^(1-6) = 96.9 %.
constexpr std::size_t fewest_for_interval = 6;

}  // namespace weft

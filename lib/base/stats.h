// Robust statistics: median and its distribution-free interval.
#pragma once

#include <cstddef>
#include <vector>

namespace weft {

// The 95 % interval of the median by order statistics: between the k-th smallest and the k-th
// largest value, k from the binomial distribution (Conover, Practical Nonparametric Statistics,
// section 3.2). Under 6 values no pair of them covers 95 %: then it is the whole range.
struct MedianInterval {
  double median = 0, low = 0, high = 0;
  std::size_t n = 0;
};

MedianInterval median_interval(std::vector<double> values);  // all 0 when empty

}  // namespace weft

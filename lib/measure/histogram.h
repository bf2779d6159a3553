// A latency histogram in the HDR layout: log-linear buckets with three significant digits from 1 ns
// to 2^40 ns (18 minutes), mergeable. 2,048 sub-buckets an octave pair keep every value within
// 1/1024 of its bucket's lower edge. Recording is a shift and an increment.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace weft {

class Histogram {
 public:
  Histogram() : counts_(bucket_of(highest) + 1) {}

  void record(std::int64_t ns) {
    const std::int64_t value = std::clamp<std::int64_t>(ns, 0, highest);
    ++counts_[bucket_of(value)];
    ++count_;
    max_ = std::max(max_, ns);
    min_ = std::min(min_, ns);
  }

  void merge(const Histogram& other) {
    for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    max_ = std::max(max_, other.max_);
    min_ = std::min(min_, other.min_);
  }

  std::int64_t count() const { return count_; }
  std::int64_t max() const { return max_; }                    // exact; 0 when empty
  std::int64_t min() const { return count_ == 0 ? 0 : min_; }  // exact

  // The value that `quantile` (0..1) of all values do not exceed, as its bucket's middle, never
  // above max(). 0 when empty.
  std::int64_t at(double quantile) const {
    if (count_ == 0) return 0;
    const auto wanted = std::max<std::int64_t>(
        1, static_cast<std::int64_t>(quantile * static_cast<double>(count_) + 0.5));
    std::int64_t seen = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      seen += counts_[i];
      if (seen >= wanted) return std::clamp(middle_of(i), min_, max_);
    }
    return max_;
  }

 private:
  static constexpr int digits = 11;  // 2^11 linear buckets, then 2^10 for each octave
  static constexpr std::int64_t highest = (std::int64_t{1} << 40) - 1;

  static std::size_t bucket_of(std::int64_t value) {
    const int octave =
        std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(value))) - digits);
    return (static_cast<std::size_t>(octave) << (digits - 1)) +
           static_cast<std::size_t>(value >> octave);
  }

  static std::int64_t middle_of(std::size_t bucket) {
    const std::size_t half = std::size_t{1} << (digits - 1);
    if (bucket < 2 * half) return static_cast<std::int64_t>(bucket);
    const std::size_t octave = bucket / half - 1;
    const std::int64_t low = static_cast<std::int64_t>(bucket - octave * half) << octave;
    return low + (std::int64_t{1} << octave) / 2;
  }

  std::vector<std::int64_t> counts_;
  std::int64_t count_ = 0, max_ = 0, min_ = INT64_MAX;
};

}  // namespace weft

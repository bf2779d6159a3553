#include "judge/stats.h"

#include <cmath>

#include "base/stats.h"
#include "support/catch.h"

using namespace weft;

// Expected values: Python 3.11's statistics and math.comb.
TEST_CASE("median, MAD and percentiles") {
  const std::vector<double> v{3.1, 2.7, 9.9, 2.9, 3.0, 3.3, 2.8};
  CHECK(median(v) == 3.0);
  CHECK(scaled_mad(v, 3.0) == Approx(0.2965204437));
  CHECK(percentile(std::vector{2.7, 2.8, 2.9, 3.0, 3.1, 3.3, 9.9}, 0.90) == Approx(5.94));
  const std::vector<double> w{8, 1, 4, 2};
  CHECK(median(w) == 3.0);
  CHECK(percentile(std::vector{1.0, 2.0, 4.0, 8.0}, 0.25) == Approx(1.75));
  CHECK(percentile(std::vector{1.0, 2.0, 4.0, 8.0}, 0) == 1.0);
  CHECK(percentile(std::vector{1.0, 2.0, 4.0, 8.0}, 1) == 8.0);
  CHECK(median({5}) == 5.0);
  CHECK(std::isnan(median({})));
  CHECK(std::isnan(percentile({}, 0.5)));
  CHECK(median({1.7e308, 1.7e308}) == 1.7e308);
}

TEST_CASE("the interval of the median by order statistics") {
  struct Row {
    std::size_t n, low, high;
    double coverage;
  };
  const Row rows[] = {
      {6, 0, 5, 0.96875},    {7, 0, 6, 0.984375},        {8, 0, 7, 0.992188},
      {9, 1, 7, 0.960938},   {10, 1, 8, 0.978516},       {15, 3, 11, 0.964844},
      {20, 5, 14, 0.958611}, {25, 7, 17, 0.956715},      {50, 17, 32, 0.967161},
      {100, 39, 60, 0.9648}, {1000, 468, 531, 0.953709},
  };
  for (const Row& row : rows) {
    const MedianRanks ranks = median_ranks(row.n);
    INFO(row.n);
    CHECK(ranks.low == row.low);
    CHECK(ranks.high == row.high);
    CHECK(ranks.coverage == Approx(row.coverage).margin(1e-5));
  }
}

TEST_CASE("too few values give the widest interval and say how little it covers") {
  CHECK(median_ranks(0).coverage == 0);
  CHECK(median_ranks(1).coverage == 0);
  CHECK(median_ranks(2).coverage == 0.5);
  CHECK(median_ranks(5).coverage == 0.9375);
  CHECK(median_ranks(fewest_for_interval).coverage >= 0.95);
  CHECK(median_ranks(fewest_for_interval - 1).coverage < 0.95);
  const Summary one = summary_of({4}), two = summary_of({6, 4});
  CHECK((one.low == 4 && one.median == 4 && one.high == 4 && one.spread == 0));
  CHECK((two.low == 4 && two.median == 5 && two.high == 6));
}

TEST_CASE("the judge's interval is the worker's") {
  for (int n = 1; n < 60; ++n) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(i * 7 % n);
    const MedianInterval worker = median_interval(values);
    const Summary judge = summary_of(values);
    INFO(n);
    CHECK((judge.low == worker.low && judge.median == worker.median && judge.high == worker.high));
  }
}

TEST_CASE("a million values neither overflow nor vanish") {
  const MedianRanks ranks = median_ranks(1'000'000);
  CHECK(ranks.coverage == Approx(0.95).margin(0.001));
  CHECK(ranks.low == Approx(499'019).margin(3));  // normal: n/2 - 1.96 sqrt(n)/2
  CHECK(ranks.low + ranks.high == 999'999);
}

TEST_CASE("a summary of nothing says n = 0") {
  CHECK(summary_of({}).n == 0);
  const Summary s = summary_of({4, 4, 4, 4, 4, 4, 4, 4});
  CHECK(s.n == 8);
  CHECK(s.spread == 0);
  CHECK((s.low == 4 && s.high == 4));
}

#include "measure/histogram.h"

#include <algorithm>
#include <random>

#include "support/catch.h"

using namespace weft;

TEST_CASE("percentiles are within a thousandth of the exact ones, merged or not") {
  std::mt19937_64 random(5);
  std::lognormal_distribution<double> latency(8, 2);
  std::vector<std::int64_t> values;
  Histogram a, b;
  for (int i = 0; i < 20000; ++i) {
    values.push_back(static_cast<std::int64_t>(latency(random)));
    (i % 3 == 0 ? a : b).record(values.back());
  }
  a.merge(b);
  std::ranges::sort(values);
  CHECK(a.count() == 20000);
  CHECK(a.max() == values.back());
  CHECK(a.min() == values.front());
  for (const double q : {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
    const auto exact = static_cast<double>(values[static_cast<std::size_t>(q * 20000 + 0.5) - 1]);
    CHECK(std::abs(static_cast<double>(a.at(q)) - exact) <= exact / 1000 + 1);
  }
}

TEST_CASE("an empty histogram says 0, an extreme value is kept in max") {
  Histogram h;
  CHECK(h.at(0.5) == 0);
  h.record(INT64_MAX);
  h.record(-5);
  CHECK(h.max() == INT64_MAX);
  CHECK(h.count() == 2);
}

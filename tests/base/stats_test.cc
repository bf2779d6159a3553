#include "base/stats.h"

#include <numeric>

#include "support/catch.h"

using namespace weft;

TEST_CASE("the interval of the median is between the order statistics that cover 95 %") {
  const auto upto = [](int n) {
    std::vector<double> values(static_cast<std::size_t>(n));
    std::iota(values.begin(), values.end(), 1.0);
    return values;
  };
  // k for 95 %: n=6 -> 1, n=9 -> 2, n=20 -> 6, n=100 -> 40 (Conover, table A3).
  CHECK(median_interval({}).n == 0);
  CHECK(median_interval({5}).low == 5);
  CHECK((median_interval(upto(6)).low == 1 && median_interval(upto(6)).high == 6));
  CHECK((median_interval(upto(9)).low == 2 && median_interval(upto(9)).high == 8));
  CHECK((median_interval(upto(20)).low == 6 && median_interval(upto(20)).high == 15));
  CHECK((median_interval(upto(100)).low == 40 && median_interval(upto(100)).high == 61));
  CHECK(median_interval({4, 1, 3, 2}).median == 2.5);
}

// Matrices of pairs: what is refused, what counts as missing, which colour a number gets.

#include "reports/grid.h"

#include <array>

#include "reports/example_run.h"
#include "support/catch.h"

using namespace weft;

namespace {

Matrix matrix(std::int64_t rows, const std::vector<float>& cells) {
  return {"s", 8_B, "bps", rows, test::matrix_data(cells)};
}

}  // namespace

TEST_CASE("a matrix whose data does not fit its rows is refused with the numbers") {
  CHECK(grid_of(matrix(2, {1, 2, 3})).error().what == "2 rows need 16 bytes, its data has 12");
  CHECK(grid_of(matrix(-1, {})).error().what == "-1 rows cannot be drawn");
  CHECK(grid_of(matrix(1'000'000, {})).error().what == "1000000 rows cannot be drawn");
  CHECK(grid_of({"s", 8_B, "bps", 1, "!"}).error().what == "its data is not base64");
  CHECK(grid_of(matrix(0, {})).has_value());
}

TEST_CASE("below zero or not a number is not measured; the diagonal is not missing") {
  const auto grid = grid_of(matrix(2, {-1, 5, std::numeric_limits<float>::quiet_NaN(), -1}));
  REQUIRE(grid);
  const GridFacts facts = facts_of(*grid);
  CHECK(facts.measured == 1);
  CHECK(facts.missing == 1);
  CHECK_FALSE(facts.has_diagonal);
  CHECK(facts.low == 5);
  CHECK(facts.high == 5);
}

TEST_CASE("a block shows its worst pair") {
  const auto grid = grid_of(matrix(4, {9, 8, 1, 1, 7, -1, 1, 1, -1, -1, 3, 4, -1, -1, 5, 6}));
  REQUIRE(grid);
  CHECK(shrunk(*grid, 2, false).cells == std::vector<float>{7, 1, -1, 3});
  CHECK(shrunk(*grid, 2, true).cells == std::vector<float>{9, 1, -1, 6});
  CHECK(shrunk(*grid, 3, false).rows == 2);
  const auto half = grid_of(matrix(4, {-1, 8, -1, 1, 7, -1, -1, 1, 1, 1, -1, 1, 1, 1, -1, -1}));
  REQUIRE(half);
  CHECK(shrunk(*half, 2, false).cells == std::vector<float>{7, -1, 1, -1});
}

TEST_CASE("the good end of the scale is the last level, for rates and for times") {
  GridFacts facts;
  facts.measured = 4;
  facts.low = 380;
  facts.high = 392;
  const std::array<double, 2> also{372, 390};
  const ColourScale rate(facts, also, false), time(facts, also, true);
  CHECK(rate.low() == 372);
  CHECK(rate.level(392) == ColourScale::levels - 1);
  CHECK(rate.level(372) == 0);
  CHECK(rate.level(-1e9) == 0);
  CHECK(time.level(372) == ColourScale::levels - 1);
  CHECK(time.level(392) == 0);
  CHECK_FALSE(rate.logarithmic());
}

TEST_CASE("a wide span is logarithmic, one value alone has a colour") {
  GridFacts facts;
  facts.measured = 2;
  facts.low = 1;
  facts.high = 1000;
  const ColourScale wide(facts, {}, false);
  CHECK(wide.logarithmic());
  CHECK(wide.position(10) == Approx(1.0 / 3));
  CHECK(wide.value_at(2.0 / 3) == Approx(100));
  facts.low = facts.high = 0;
  const ColourScale zero(facts, {}, false);
  CHECK(zero.level(0) == 0);
  CHECK(zero.high() > zero.low());
}

TEST_CASE("the palette gets lighter all the way") {
  double last = -1;
  for (int i = 0; i <= 100; ++i) {
    const Rgb c = mako(i / 100.0);
    const double light = 0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b;
    CHECK(light >= last - 0.6);
    last = light;
  }
  CHECK(hex(mako(0)) == "#0b0405");
  CHECK(hex(mako(1)) == "#def5e5");
}

#include "base/table.h"

#include <array>

#include "support/catch.h"

using namespace weft;

TEST_CASE("rows are found by either spelling, others with the nearest name") {
  static constexpr int one = 1, two = 2;
  static constexpr std::array<Row<int>, 2> rows{{{"swap_cables", one}, {"incast", two}}};
  const std::span<const Row<int>> table(rows);
  CHECK(**find_row(table, "fault", "swap-cables") == 1);
  CHECK(find_row(table, "fault", "incest").error().text() ==
        "no fault 'incest', did you mean 'incast'? (there are: swap_cables, incast)");
}

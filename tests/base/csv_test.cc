// Small tables with a header.

#include "base/csv.h"

#include "support/catch.h"

namespace weft {

TEST_CASE("csv: quotes, separators, marks and blank lines") {
  const auto t = parse_table(
      "\xEF\xBB\xBF"
      "Port;Link State\r\nswp1;\"up; \"\"really\"\"\"\r\n\r\n# note\r\nswp2\r\n",
      "t.csv");
  REQUIRE(t.has_value());
  REQUIRE(t->columns == std::vector<std::string>{"port", "link state"});
  REQUIRE(t->rows.size() == 2);
  REQUIRE(t->rows[0].cells[1] == "up; \"really\"");
  REQUIRE(t->rows[1].line == 5);
  REQUIRE(t->rows[1].cells.size() == 2);
  REQUIRE(t->column({"nothing", "link state"}) == 1);
  REQUIRE(t->column({"nothing"}) == -1);
}

TEST_CASE("csv: no header and an open quote are errors with a line") {
  REQUIRE_FALSE(parse_table("\n\n", "t.csv").has_value());
  const auto open = parse_table("a,b\n1,\"2\n3,4\n", "t.csv");
  REQUIRE_FALSE(open.has_value());
  REQUIRE(open.error().place.line == 2);
}

}  // namespace weft

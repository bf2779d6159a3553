#include "base/result.h"

#include "support/catch.h"

using namespace weft;

namespace {

Result<int> half(int n) {
  if (n % 2 != 0) return fail("odd", "give an even number");
  return n / 2;
}

Result<int> quarter(int n) {
  WEFT_TRY(const int once, half(n));
  WEFT_TRY(const int twice, half(once));
  return twice;
}

}  // namespace

TEST_CASE("an error passes through with its words, a value through WEFT_TRY") {
  CHECK(*quarter(8) == 2);
  CHECK(quarter(6).error().text() == "odd (give an even number)");
}

TEST_CASE("the file is named where the place has none yet, also in those told beside") {
  Error first{"a", {"", 3, 7}, "", {Error{"b", {"other", 0, 0}, "", {}}, Error{"c"}}};
  CHECK(std::move(first).in("f").text() == "f:3:7: a\nother: b\nf: c");
}

TEST_CASE("many mistakes are one error, a line each; a long one keeps its hint apart") {
  CHECK(collected({Error{"a"}, Error{"b", {"f", 2, 0}}}).text() == "a\nf:2: b");
  CHECK(Error{"two\nlines", {}, "do this"}.text() == "two\nlines\ndo this");
}

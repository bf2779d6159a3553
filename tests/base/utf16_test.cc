// UTF-16 in both byte orders, with and without its mark, and what is none.

#include "base/utf16.h"

#include "support/catch.h"

using namespace weft;

TEST_CASE("UTF-16 becomes UTF-8, other text is left alone") {
  using namespace std::string_literals;
  CHECK(utf16_text("\xFF\xFEh\0\xE9\0"s) == "h\u00E9");
  CHECK(utf16_text("\xFE\xFF\0h\0i"s) == "hi");
  CHECK(utf16_text("{\0}\0"s) == "{}");
  CHECK(utf16_text("\0{\0}"s) == "{}");
  CHECK(utf16_text("\xFF\xFE\x3D\xD8\x00\xDE"s) == "\U0001F600");
  CHECK(utf16_text("\xFF\xFE\x3D\xD8h\0"s) == "\uFFFDh");  // half a pair
  CHECK(utf16_text("\xFF\xFEh\0x"s) == "h\uFFFD");         // an odd byte at the end
  CHECK_FALSE(utf16_text("plain").has_value());
  CHECK_FALSE(utf16_text("").has_value());
  CHECK_FALSE(utf16_text("\0\0\0\0"s).has_value());
}

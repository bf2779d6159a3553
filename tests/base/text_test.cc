#include "base/text.h"

#include <cstring>

#include "support/catch.h"

using namespace weft;

TEST_CASE("cutting keeps empty fields and line ends away") {
  CHECK(split("a,,b", ',') == std::vector<std::string_view>{"a", "", "b"});
  CHECK(lines("a\r\nb\n\nc") == std::vector<std::string_view>{"a", "b", "", "c"});
  CHECK(words("  a \t b ") == std::vector<std::string_view>{"a", "b"});
  CHECK(trim(" \r x\n") == "x");
}

TEST_CASE("numbers are whole texts or nothing") {
  CHECK(parse_uint("12") == 12u);
  CHECK_FALSE(parse_uint("12a"));
  CHECK_FALSE(parse_uint("-1"));
  CHECK_FALSE(parse_uint(""));
  CHECK(parse_double("1.5") == 1.5);
  CHECK_FALSE(parse_double("1,5"));
}

TEST_CASE("what comes from outside cannot move a terminal or break a page") {
  CHECK(printable("a\x1b[1mb\xff") == "a\\x1b[1mb\\xff");
  CHECK(printable("\xC2\x9B"
                  "x") == "\\x9bx");
  CHECK(printable("caf\xC3\xA9") == "caf\xC3\xA9");
  CHECK(printable("a\u202Eb") == "a\\u{202e}b");  // turns the rest of the line round
  CHECK(printable("\u200B\uFEFF") == "\\u{200b}\\u{feff}");
  CHECK(printable("\u2013\u20AC") == "\u2013\u20AC");
  CHECK(escape_html("<script>\"&'\x01") == "&lt;script&gt;&quot;&amp;&#39;\uFFFD");
  std::vector<std::size_t> bad;
  CHECK(valid_utf8("caf\xE9-leaf1", &bad) == "caf\uFFFD-leaf1");
  CHECK(bad == std::vector<std::size_t>{3});
  CHECK(valid_utf8("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(valid_utf8("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST_CASE("a near word is suggested, a far one is not") {
  const std::vector<std::string_view> known{"pattern", "sizes", "metric"};
  CHECK(did_you_mean("patern", known) == ", did you mean 'pattern'?");
  CHECK(did_you_mean("zebra", known).empty());
}

TEST_CASE("base64 and crc32 as everyone writes them") {
  const char* text = "123456789";
  const auto bytes = std::as_bytes(std::span(text, std::strlen(text)));
  CHECK(crc32(bytes) == 0xCBF43926u);
  CHECK(base64(bytes.first(1)) == "MQ==");
  CHECK(base64(bytes.first(2)) == "MTI=");
  CHECK(base64(bytes.first(3)) == "MTIz");
}

TEST_CASE("base64 is read back, and what is not base64 is refused") {
  for (const std::size_t n : {0u, 1u, 2u, 3u, 4u, 5u}) {
    const std::vector<std::byte> bytes(n, std::byte{0xF5});
    CHECK(from_base64(base64(bytes)) == bytes);
  }
  for (const char* wrong : {"MQ=", "MQ", "M===", "MQ==MQ==", "M Q=", "MTI=\n", "MT-_"})
    CHECK_FALSE(from_base64(wrong).has_value());
}

// The words that all reports share.

#include "reports/words.h"

#include "reports/text_lines.h"
#include "support/catch.h"

using namespace weft;

TEST_CASE("device text is made visible: nothing in it reorders, hides or acts") {
  CHECK(visible("leaf01:swp3 \u05e9\u05e8\u05ea \u4ea4") ==
        "leaf01:swp3 \u05e9\u05e8\u05ea \u4ea4");
  CHECK(visible("a\u202Eb\u2066c") == "a\\u{202e}b\\u{2066}c");
  CHECK(visible("a\u200Bb\uFEFF") == "a\\u{200b}b\\u{feff}");
  CHECK(visible("\x1b[31m\xE9\nx\x7f") == "\\x1b[31m\\xe9\\x0ax\\x7f");
  CHECK(visible("\uFFFF\U000E0041") == "\\u{ffff}\\u{e0041}");
  CHECK(visible(std::string(5000, 'a')).size() == 5000);
}

TEST_CASE("numbers of a row share the unit of its main value") {
  const NumberScale rate = scale_of("bps", 391.23e9);
  CHECK(rate.with_unit(391.23e9) == "391.2 Gb/s");
  CHECK(rate.with_unit(2.5e6) == "0.0 Gb/s");
  CHECK(scale_of("ns", 2313).with_unit(2313) == "2.31 us");
  CHECK(scale_of("ns", 812).with_unit(812) == "812 ns");
  CHECK(scale_of("bps", 0).with_unit(0) == "0 b/s");
  CHECK(scale_of("<b>", 1).with_unit(1.5) == "1.50 <b>");
}

TEST_CASE("thousands are grouped") {
  CHECK(thousands(0) == "0");
  CHECK(thousands(999) == "999");
  CHECK(thousands(1000) == "1,000");
  CHECK(thousands(1048576) == "1,048,576");
  CHECK(thousands(-1048576) == "-1,048,576");
  CHECK(thousands(-123) == "-123");
}

TEST_CASE("overhead is not known before there was time, and never negative") {
  CHECK_FALSE(not_measuring({}).has_value());
  CHECK(not_measuring({1, Nanos(100), Nanos(75)})->value == Approx(0.25));
  CHECK(not_measuring({1, Nanos(100), Nanos(120)})->value == 0);
}

TEST_CASE("a payload that was not verified is not called right") {
  Judgement j;
  CHECK(payload_sentence(j) == "not verified");
  j.checked_bytes = 1 << 20;
  CHECK(payload_sentence(j) == "1 MiB verified, none wrong");
  j.wrong_bytes = 8;
  CHECK(payload_sentence(j) == "8 B of 1 MiB verified are WRONG");
}

TEST_CASE("a judgement is named by what it is about") {
  Judgement j;
  CHECK(size_and_class(j) == "the whole step");
  j.flow_class = "same\nhost";
  CHECK(size_and_class(j) == "same\\x0ahost");
  j.size = 64_KiB;
  CHECK(size_and_class(j) == "64 KiB, same\\x0ahost");
  j.flow_class.clear();
  CHECK(size_and_class(j) == "64 KiB");
  CHECK(size_of(j) == "64 KiB");
}

TEST_CASE("text for a terminal is measured and cut by what is seen") {
  CHECK(width_of("abc") == 3);
  CHECK(width_of("\u05e9\u4ea4e\u0301") == 4);
  CHECK(padded("ab", 4) == "ab  ");
  CHECK(padded_left("ab", 4) == "  ab");
  CHECK(shortened("hgx-101-rack-7-left/0", 12, "...") == "hgx-1...ft/0");
  CHECK(shortened("short", 12, "...") == "short");
  CHECK(shortened("abcdef", 2, "...").size() <= 3);
}

TEST_CASE("a long word does not break the page, words are kept whole") {
  std::string out;
  const TextSink sink = [&](std::string_view chunk) { out += chunk; };
  TextLines lines({.colour = false, .columns = 40}, sink);
  lines.wrapped("- ", 2, "some words that do not fit on a line of forty columns");
  lines.wrapped("- ", 2, std::string(60, 'x'));
  CHECK(out ==
        "- some words that do not fit on a line\n  of forty columns\n"
        "- " +
            std::string(38, 'x') + "\n  " + std::string(22, 'x') + "\n");
}

TEST_CASE("packets are told by their shares, and not at all where they were not seen") {
  Judgement j;
  CHECK(packets_sentence(j).empty());
  j.packets = PacketTally{20'000, 3, 0, 5'000};
  CHECK(packets_sentence(j) == "20,000 packets: 0.015 % lost, 25 % overtaken, none marked (CE)");
  j.packets->remarked = 20'000;
  CHECK(packets_sentence(j).ends_with("none marked (CE), 100 % with another DSCP than sent"));
  *j.packets = {1'000, 20, 10, 0, 0, 0, 1'200'000, 9'000'000};
  CHECK(packets_sentence(j) ==
        "1,000 packets: 2 % lost, none overtaken, none marked (CE), 1 % dropped by the receiving "
        "hosts, round trips of the worst flow p50 1.20 ms, p99 9 ms");
}

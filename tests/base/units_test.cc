#include "base/units.h"

#include "support/catch.h"

using namespace weft;

TEST_CASE("a rate is made from bytes and time, x8 once") {
  CHECK(text(Bytes{48'900'000'000} / std::chrono::seconds(1)) == "391.2 Gb/s");
  CHECK((1_MiB / Nanos(0)).bps == 0);
}

TEST_CASE("sizes count in 1024, rates in 1000") {
  CHECK(text(64_KiB) == "64 KiB");
  CHECK(text(Bytes{1000}) == "1000 B");
  CHECK(text(400_Gbps) == "400 Gb/s");
  CHECK(text(Nanos(2310)) == "2.31 us");
}

TEST_CASE("units are read back with a clear refusal") {
  CHECK(parse_bytes("64KiB")->count == 65536);
  CHECK(parse_bytes("1 mib")->count == 1048576);
  CHECK(parse_bytes("8")->count == 8);
  CHECK(parse_rate("400G")->bps == 400e9);
  CHECK(parse_rate("391.2 Gb/s")->bps == 391.2e9);
  CHECK(parse_duration("1.5 s")->count() == 1'500'000'000);
  CHECK(parse_duration("2min")->count() == 120'000'000'000);
  CHECK(parse_bytes("64 parsec").error().what ==
        "expected a size such as 8, 64KiB or 1MiB, got '64 parsec'");
  CHECK_FALSE(parse_bytes("-5"));
  CHECK_FALSE(parse_bytes("1e400"));
  CHECK_FALSE(parse_bytes("0.3"));
  CHECK_FALSE(parse_duration("50"));
}

TEST_CASE("times are UTC, RFC 3339") {
  CHECK(text(Instant{1'796'040'000'000'000'000}) == "2026-11-30T12:00:00Z");
  CHECK(parse_instant("2026-11-30T12:00:00Z")->unix_ns == 1'796'040'000'000'000'000);
  CHECK_FALSE(parse_instant("yesterday"));
}

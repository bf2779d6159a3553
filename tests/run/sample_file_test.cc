#include "run/sample_file.h"

#include "support/catch.h"

using namespace weft;

namespace {

RoundOutcome round_of(std::uint64_t unit, std::size_t samples) {
  RoundOutcome round{unit, {}, Nanos(100), Nanos(90)};
  for (std::size_t i = 0; i < samples; ++i) {
    Sample sample;
    sample.source = static_cast<std::uint32_t>(i);
    sample.target = static_cast<std::uint32_t>(i + 1);
    sample.median = 1e9 + static_cast<double>(i);
    sample.wrong_bytes = static_cast<std::int64_t>(unit);
    round.samples.push_back(sample);
  }
  return round;
}

}  // namespace

TEST_CASE("blocks come back as they were written, empty rounds too") {
  const std::string bytes =
      encode_block(round_of(0, 3)) + encode_block(round_of(1, 0)) + encode_block(round_of(2, 2));
  const SampleFile file = decode_samples(bytes);
  REQUIRE(file.samples.size() == 5);
  CHECK(file.samples[1] == round_of(0, 3).samples[1]);
  CHECK(file.samples[4] == round_of(2, 2).samples[1]);
  CHECK(file.next_unit == 3);
  CHECK(file.overhead.rounds == 3);
  CHECK(file.overhead.wall == Nanos(300));
  CHECK_FALSE(file.torn);
}

TEST_CASE("a file cut anywhere loses only its last round, and says so") {
  const std::string first = encode_block(round_of(0, 2)), second = encode_block(round_of(1, 2));
  const std::string bytes = first + second;
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    const SampleFile file = decode_samples(std::string_view(bytes).substr(0, cut));
    const std::size_t whole = cut == bytes.size() ? 2 : cut >= first.size() ? 1 : 0;
    REQUIRE(file.samples.size() == 2 * whole);
    REQUIRE(file.torn.has_value() == (cut != 0 && cut != first.size() && cut != bytes.size()));
    REQUIRE(file.whole_bytes == (whole == 2 ? bytes.size() : whole * first.size()));
  }
}

TEST_CASE("a flipped bit anywhere in a block makes it no block") {
  const std::string bytes = encode_block(round_of(0, 1));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string broken = bytes;
    broken[i] = static_cast<char>(broken[i] ^ 1);
    REQUIRE(decode_samples(broken).samples.empty());
  }
  std::string huge = bytes;
  huge[16] = huge[17] = huge[18] = huge[19] = static_cast<char>(0xff);  // the count
  CHECK(decode_samples(huge).samples.empty());
}

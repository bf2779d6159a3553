// Collectives judged: members against each other, results, and what is too little to judge.
#include "judge/collectives.h"

#include "judge/judge.h"
#include "support/catch.h"

using namespace weft;

namespace {

// `members` of them, each 40 us a call of 1 MiB in 20 calls, but for what `touch` does to a sample.
template <class Touch>
Judgement judged(std::uint32_t members, const char* pattern, Touch touch) {
  Layout layout;
  StepRecord record;
  record.step.id = record.step.pattern = pattern;
  record.step.sizes = {1_MiB};
  std::vector<Sample> samples;
  for (std::uint32_t i = 0; i < members; ++i) {
    layout.endpoints.push_back({.host = "h" + std::to_string(i), .slot = 0});
    record.members.push_back(i);
    for (std::uint32_t call = 0; call <= 20; ++call) {
      Sample s;
      s.source = s.target = i;
      s.windows = s.messages = 1;
      s.bytes = 1 << 20;
      s.elapsed_ns = s.p50_ns = 40'000 + 10 * i;
      s.checked_bytes = call == 20 ? 3 << 20 : 0;
      s.median = 1;
      s.round = call;
      s.flags = call < 20 ? sample_flag::iteration : 0;
      if (touch(i, call, s)) samples.push_back(s);
    }
  }
  return judge_step(layout, {}, {record, samples, {}}).at(0);
}

bool as_it_is(std::uint32_t, std::uint32_t, Sample&) { return true; }

}  // namespace

TEST_CASE("a call takes as long as its slowest member, times the bus factor") {
  const Judgement j = judged(8, "all_reduce", as_it_is);
  CHECK(j.verdict == Verdict::unknown);  // nothing is expected of it
  CHECK(j.why.starts_with("every result was right; no member is slower"));
  CHECK(j.flow_class == "all members");
  CHECK(j.summary.n == 20);
  CHECK(j.summary.median == Approx(1.75 * 8 * (1 << 20) / 40'070e-9));
  CHECK(j.baseline.source == BaselineSource::none);
  CHECK(j.checked_bytes == 8 * (3 << 20));
}

TEST_CASE("where no data was moved, no result is called right") {
  const Judgement j = judged(8, "all_reduce", [](std::uint32_t, std::uint32_t, Sample& s) {
    s.checked_bytes = 0;
    return true;
  });
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.why.starts_with("no result was checked"));
}

TEST_CASE("one wrong element fails, and its member is named") {
  const Judgement j = judged(8, "all_gather", [](std::uint32_t i, std::uint32_t call, Sample& s) {
    if (i == 5 && call == 20) s.wrong_bytes = 4;
    return true;
  });
  CHECK(j.verdict == Verdict::fail);
  REQUIRE(j.outliers.size() == 1);
  CHECK(j.outliers[0].subject == "h5/0");
  CHECK(j.outliers[0].why.starts_with("wrong payload"));
}

TEST_CASE("a member that needs longer than the others is a straggler") {
  const Judgement j = judged(8, "all_to_all", [](std::uint32_t i, std::uint32_t, Sample& s) {
    if (i == 2) s.elapsed_ns = s.p50_ns = 60'000;
    return true;
  });
  CHECK(j.verdict == Verdict::warn);
  REQUIRE(j.outliers.size() == 1);
  CHECK(j.outliers[0].subject == "h2/0");
  CHECK(j.summary.median == Approx(0.875 * 8 * (1 << 20) / 60e-6));
}

TEST_CASE("what cannot be compared is unknown, not a pass") {
  CHECK(judged(4, "all_reduce", as_it_is).verdict == Verdict::unknown);
  CHECK(judged(8, "broadcast", as_it_is).verdict == Verdict::unknown);
  const auto few = judged(8, "all_reduce", [](std::uint32_t, std::uint32_t call, Sample&) {
    return call < 5 || call == 20;
  });
  CHECK(few.verdict == Verdict::unknown);
  CHECK(few.why == "only 5 calls: no interval");
  const auto absent =
      judged(8, "all_reduce", [](std::uint32_t i, std::uint32_t, Sample&) { return i != 3; });
  CHECK(absent.verdict == Verdict::unknown);
  CHECK(absent.why == "1 of 8 members not measured");
  CHECK(absent.flows_measured == 7);
}

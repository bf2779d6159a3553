#include "judge/judge.h"

#include <algorithm>

#include "base/text.h"
#include "judge/fleet.h"
#include "support/catch.h"

using namespace weft;
using test::Fleet;

namespace {

constexpr double G = 1e9;

Judgement only(const Fleet& fleet) {
  const auto judgements = judge_step(fleet.layout, {}, fleet.evidence());
  REQUIRE(judgements.size() == 1);
  return judgements[0];
}

Sample& sample(Fleet& fleet, Flow flow) {
  for (Sample& s : fleet.samples)
    if (s.source == flow.source && s.target == flow.target) return s;
  FAIL("no such flow");
  return fleet.samples[0];
}

// 3 endpoints on one host have 6 flows; one taken away or added makes other numbers.
Fleet one_host(std::size_t flows) {
  Fleet fleet = test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; });
  fleet.samples.resize(flows);
  fleet.expected.resize(flows);
  return fleet;
}

}  // namespace

TEST_CASE("a class of fewer than 8 flows is unknown, never an outlier") {
  Fleet seven = one_host(7);
  seven.samples[3].median = seven.samples[3].low = seven.samples[3].high = 1 * G;
  const Judgement j = only(seven);
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.outliers.empty());
  CHECK(j.tallies.empty());
  CHECK(j.why ==
        "fewer than 8 flows (7) to compare with each other, and no link rate to compare "
        "with");
  CHECK(j.baseline.source == BaselineSource::none);
  CHECK(slow_flows(seven.layout, seven.evidence(), 0).empty());

  Fleet eight = one_host(8);
  CHECK(only(eight).verdict == Verdict::pass);
  eight.samples[3].median = eight.samples[3].low = eight.samples[3].high = 1 * G;
  CHECK(only(eight).verdict == Verdict::fail);
}

TEST_CASE("a pass says what was compared") {
  const Judgement j = only(one_host(12));
  CHECK(j.verdict == Verdict::pass);
  CHECK(j.flow_class == "same host");
  CHECK(j.unit == "bps");
  CHECK(j.size == 1_MiB);
  CHECK(j.flows_expected == 12);
  CHECK(j.flows_measured == 12);
  CHECK(j.summary.n == 12);
  CHECK(j.summary.median == 10 * G);
  CHECK(j.summary.spread == 0);  // MAD of equal values: the tolerance holds
  CHECK(j.baseline.source == BaselineSource::peers);
  CHECK(j.baseline.floor == Approx(9 * G));
  CHECK(j.baseline.because ==
        "median of 12 flows less the larger of 10 % of it and 3.5 MADs of 0 b/s");
  CHECK(j.why == "12 flows, none below 9 Gb/s");
  CHECK(j.worst == 10 * G);
  CHECK(j.worst_window == Approx(9.8 * G));
}

TEST_CASE("a slow flow fails, is measured again alone, and then warns or still fails") {
  Fleet fleet = one_host(12);
  const Flow flow{2, 0};
  Sample& slow = sample(fleet, flow);
  slow.median = 5 * G, slow.low = 4.9 * G, slow.high = 5.1 * G;
  Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.why == "1 of 12 flows slow");
  REQUIRE(j.outliers.size() == 1);
  CHECK(j.outliers[0].subject == "n0/2 -> n0/0");
  CHECK(j.outliers[0].value == 5 * G);
  CHECK(j.outliers[0].why == "below 9 Gb/s (peers), not measured again alone");
  CHECK(j.outliers[0].source == 2U);
  CHECK(j.outliers[0].target == 0U);
  CHECK(j.tallies.size() == 2);
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0) == std::vector<Flow>{flow});

  fleet.samples.push_back(test::measured_alone(flow, 9.9 * G));
  j = only(fleet);
  CHECK(j.verdict == Verdict::warn);
  CHECK(j.why == "1 of 12 flows slow beside others, normal alone");
  CHECK(j.outliers[0].alone == 9.9 * G);
  CHECK(j.outliers[0].value == 5 * G);
  CHECK(j.tallies.empty());
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0).empty());

  fleet.samples.back() = test::measured_alone(flow, 6 * G);
  j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.outliers[0].why == "below 9 Gb/s (peers), alone too");
  CHECK(j.outliers[0].alone == 6 * G);

  fleet.samples.back().flags |= sample_flag::failed;
  j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.outliers[0].why == "below 9 Gb/s (peers), and did not work alone");
}

TEST_CASE("who gets no second chance where others had one does not fail") {
  Fleet fleet = one_host(12);
  const Flow tried{2, 0}, untried{1, 3};
  sample(fleet, tried) = test::sample_of(tried, 4 * G);
  sample(fleet, untried) = test::sample_of(untried, 5 * G);
  CHECK(only(fleet).why == "2 of 12 flows slow");
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0) == std::vector<Flow>{tried, untried});
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0, 1) == std::vector<Flow>{tried});
  fleet.samples.push_back(test::measured_alone(tried, 9.9 * G));
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.why ==
        "1 of 12 flows slow or lossy, too many to measure each again alone; 1 of 12 flows slow "
        "beside others, normal alone");
  CHECK(j.tallies.size() == 2);  // the endpoints of the untried one
}

TEST_CASE("of several tries alone the best one counts, and each is asked for") {
  Fleet fleet = one_host(12);
  const Flow flow{2, 0};
  sample(fleet, flow) = test::sample_of(flow, 5 * G);
  fleet.samples.push_back(test::measured_alone(flow, 6 * G));
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0).empty());
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0, 64, 2) == std::vector<Flow>{flow});
  fleet.samples.push_back(test::measured_alone(flow, 9.9 * G));
  fleet.samples.push_back(test::measured_alone(flow, 7 * G));
  CHECK(only(fleet).verdict == Verdict::warn);
  CHECK(only(fleet).outliers[0].alone == 9.9 * G);
}

TEST_CASE("one bad endpoint does not fill the list of what is measured again") {
  Fleet fleet = test::pairs_fleet(1, 16, [](const Flow& f) {
    return f.source == 3 ? 4 * G : f == Flow{8, 9} ? 8 * G : 10 * G;
  });
  const auto slow = slow_flows(fleet.layout, fleet.evidence(), 0, 6);
  CHECK(slow.size() == 6);
  CHECK(std::count(slow.begin(), slow.end(), Flow{8, 9}) == 1);
}

TEST_CASE("a flow that loses packets is measured again alone, and fails when it loses them there") {
  Fleet fleet = one_host(12);
  for (Sample& s : fleet.samples) s.packets = 10'000, s.lost = 3;
  CHECK(only(fleet).verdict == Verdict::pass);
  const Flow flow{2, 0};
  sample(fleet, flow).lost = 200;
  Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.why == "1 of 12 flows lossy");
  REQUIRE(j.outliers.size() == 1);
  CHECK(j.outliers[0].why ==
        "packets lost: 2.0 % of 10000 (limit 0.6 %), not measured again alone");
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0) == std::vector<Flow>{flow});

  Sample alone = sample(fleet, flow);
  alone.flags = sample_flag::alone;
  fleet.samples.push_back(alone);
  CHECK(only(fleet).outliers.at(0).why.ends_with(", alone too"));
  fleet.samples.back().lost = 0;
  j = only(fleet);
  CHECK(j.verdict == Verdict::warn);
  CHECK(j.why == "1 of 12 flows lossy beside others, not alone");

  fleet.samples.back().packets = 99;  // alone, and too few to tell
  j = only(fleet);
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.outliers.at(0).why.ends_with(", too few packets alone to tell"));

  fleet.samples.back() = alone;  // alone as fast as the others, and it loses packets there too
  Sample& slow = sample(fleet, flow);
  slow.median = slow.low = slow.high = 5 * G;
  CHECK(only(fleet).why == "1 of 12 flows lossy");
  fleet.samples.back().lost = 0;
  CHECK(only(fleet).why == "1 of 12 flows slow beside others, normal alone");
  slow.median = slow.low = slow.high = 10 * G;

  fleet.samples.pop_back();
  sample(fleet, flow).overflowed = 199;  // by the receiving host itself
  CHECK(only(fleet).verdict == Verdict::pass);
  sample(fleet, flow) = {.source = 2,
                         .target = 0,
                         .windows = 9,
                         .median = 10 * G,
                         .low = 10 * G,
                         .high = 10 * G,
                         .packets = 99,
                         .lost = 50};
  CHECK(only(fleet).verdict == Verdict::pass);  // too few to tell
}

TEST_CASE("where all lose packets alike nobody is called lossy") {
  Fleet fleet = one_host(12);
  int i = 0;
  for (Sample& s : fleet.samples) s.packets = 10'000, s.lost = 300 + 20 * (i++ % 5);
  CHECK(only(fleet).verdict == Verdict::pass);
  sample(fleet, {2, 0}).lost = 900;
  CHECK(only(fleet).verdict == Verdict::fail);
}

TEST_CASE("packets that come with another DSCP fail") {
  Fleet fleet = one_host(12);
  for (Sample& s : fleet.samples) s.packets = 1'000;
  sample(fleet, {2, 0}).remarked = 1'000;
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.outliers.at(0).why ==
        "another DSCP: 1000 of 1000 packets came with another one than they were sent with");
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0).empty());
}

TEST_CASE("a flow whose interval reaches the floor is not slow") {
  Fleet fleet = one_host(12);
  sample(fleet, {2, 0}).median = 8 * G;
  sample(fleet, {2, 0}).low = 7 * G;
  sample(fleet, {2, 0}).high = 9.1 * G;
  CHECK(only(fleet).verdict == Verdict::pass);
}

TEST_CASE("latency is slow when it is high; a fast one is nothing") {
  Fleet fleet = test::pairs_fleet(
      1, 4, [](const Flow&) { return 1500; }, Metric::latency);
  sample(fleet, {0, 1}) = test::sample_of({0, 1}, 500);
  CHECK(only(fleet).verdict == Verdict::pass);
  Sample& slow = sample(fleet, {1, 0});
  slow = test::sample_of({1, 0}, 4000);
  slow.p99_ns = 4100, slow.p999_ns = 4200, slow.max_ns = 9000;
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.unit == "ns");
  CHECK(j.baseline.floor == Approx(1650));
  CHECK(j.worst == 4000.0);
  CHECK(j.p99_ns == 4100);
  CHECK(j.max_ns == 9000);
  CHECK(j.outliers[0].why == "above 1.65 us (peers), not measured again alone");
}

TEST_CASE("flows so unlike that half the speed would not stand out are unknown") {
  test::Noise noise(3);
  const Fleet fleet =
      test::pairs_fleet(1, 6, [&](const Flow&) { return noise.around(10 * G, 0.5); });
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.why.starts_with("flows differ too much to compare: spread (MAD) "));
  CHECK(j.why.ends_with(" of the median"));
  CHECK(j.baseline.because.ends_with("one at half the speed would not stand out"));
}

TEST_CASE("what was not measured is unknown, what did not work fails") {
  Fleet fleet = one_host(12);
  fleet.samples.erase(fleet.samples.begin() + 4);
  Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::unknown);
  CHECK(j.why == "1 of 12 flows not measured");
  CHECK(j.flows_expected == 12);
  CHECK(j.flows_measured == 11);
  CHECK(j.outliers[0].why == "should have been measured and was not");

  fleet = one_host(12);
  fleet.samples[4].flags = sample_flag::failed;
  j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.why == "1 of 12 flows did not work");
  CHECK(j.flows_measured == 11);

  fleet = one_host(12);
  fleet.samples[4].windows = 0;  // no window, no measurement, whatever else it says
  CHECK(only(fleet).why == "1 of 12 flows not measured");
  fleet = one_host(12);
  fleet.samples[4].median = 0;
  CHECK(only(fleet).why == "1 of 12 flows not measured");

  fleet = one_host(12);
  fleet.samples.clear();
  CHECK(only(fleet).why == "12 of 12 flows not measured");
  fleet.expected.clear();
  fleet.record.reason = "n0/1 did not answer";
  CHECK(only(fleet).verdict == Verdict::unknown);
  CHECK(only(fleet).why == "no flow was measured: n0/1 did not answer");
}

TEST_CASE("a step that ended early is no pass where nobody knows what is missing") {
  Fleet fleet = one_host(12);
  fleet.record.state = StepState::partly;
  fleet.record.reason = "stopped by the user";
  CHECK(only(fleet).verdict == Verdict::pass);
  fleet.expected.clear();
  CHECK(only(fleet).verdict == Verdict::unknown);
  CHECK(only(fleet).why == "the step ended early: stopped by the user");
}

TEST_CASE("wrong payload fails with its count") {
  Fleet fleet = one_host(12);
  fleet.samples[1].checked_bytes = 1000;
  fleet.samples[2].checked_bytes = 1000;
  fleet.samples[2].wrong_bytes = 3;
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::fail);
  CHECK(j.checked_bytes == 2000);
  CHECK(j.wrong_bytes == 3);
  CHECK(j.why == "1 of 12 flows delivered wrong payload");
  CHECK(j.outliers[0].why == "wrong payload: 3 of 1000 bytes checked");
}

TEST_CASE("a skipped step is one judgement with the reason") {
  Fleet fleet = one_host(12);
  fleet.record.state = StepState::skipped;
  fleet.record.reason = "needs a GPU, none was found";
  const Judgement j = only(fleet);
  CHECK(j.verdict == Verdict::skip);
  CHECK(j.why == "needs a GPU, none was found");
}

TEST_CASE("samples that belong nowhere are said, not dropped") {
  Fleet fleet = one_host(12);
  fleet.samples.push_back(test::sample_of({99, 0}, G));
  fleet.samples.push_back(test::sample_of({0, 1}, G));
  fleet.samples.back().size_index = 4;
  const auto judgements = judge_step(fleet.layout, {}, fleet.evidence());
  REQUIRE(judgements.size() == 2);
  CHECK(judgements[1].verdict == Verdict::unknown);
  CHECK(judgements[1].why == "2 samples could not be read: no such endpoint or size in this run");
}

TEST_CASE("sizes and classes are judged apart, never averaged") {
  Fleet fleet = test::pairs_fleet(3, 4, [](const Flow&) { return 10 * G; });
  for (Sample& s : fleet.samples) {
    if (s.source / 4 == s.target / 4) continue;
    s = test::sample_of({s.source, s.target}, 2 * G);  // the network is slower than memory
  }
  fleet.record.step.sizes = {1_KiB, 1_MiB};
  std::vector<Sample> small = fleet.samples;
  for (Sample& s : fleet.samples) s.size_index = 1;
  small[0].median = small[0].low = small[0].high = 1 * G;
  fleet.samples.insert(fleet.samples.end(), small.begin(), small.end());
  const auto judgements = judge_step(fleet.layout, {}, fleet.evidence());
  REQUIRE(judgements.size() == 4);
  CHECK(judgements[0].size == 1_KiB);
  CHECK(judgements[0].flow_class == "same host");
  CHECK(judgements[0].verdict == Verdict::fail);
  CHECK(judgements[1].flow_class == "between hosts");
  CHECK(judgements[1].summary.median == 2 * G);
  CHECK(judgements[1].verdict == Verdict::pass);
  CHECK(judgements[2].verdict == Verdict::pass);
  CHECK(judgements[3].verdict == Verdict::pass);
}

TEST_CASE("a round that was run again after a restart counts once") {
  Fleet fleet = one_host(12);
  fleet.samples.push_back(fleet.samples[5]);
  CHECK(only(fleet).flows_measured == 12);
  CHECK(only(fleet).summary.n == 12);
  fleet.samples.back() = test::sample_of({1, 3}, 1 * G);  // once at 10, once at 1
  CHECK(only(fleet).verdict == Verdict::pass);
}

TEST_CASE("the list of outliers is cut at scale, the tallies are not") {
  Fleet fleet =
      test::pairs_fleet(1, 64, [](const Flow& f) { return f.source < 20 ? 5 * G : 10 * G; });
  const Judgement j = only(fleet);
  CHECK(j.outliers.size() == judge_limit::most_outliers);
  CHECK(j.why == "1260 of 4032 flows slow; the worst 1000 are listed");
  std::int64_t bad = 0;
  for (const EndpointTally& tally : j.tallies) bad += tally.bad;
  CHECK(bad == 2 * 1260);
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0, 5).size() == 5);
}

TEST_CASE("matrices hold every pair, -1 where nothing was measured") {
  Fleet fleet = test::pairs_fleet(1, 2, [](const Flow& f) { return f.source == 0 ? 1.0 : 2.0; });
  auto all = matrices(fleet.layout, fleet.evidence());
  REQUIRE(all.size() == 1);
  CHECK(all[0].rows == 2);
  const float cells[] = {-1, 1, 2, -1};
  CHECK(all[0].data == base64(std::as_bytes(std::span(cells))));
  fleet.record.step.pattern = "ring";
  CHECK(matrices(fleet.layout, fleet.evidence()).empty());
}

// Flows between hosts against what their link can carry.

#include "judge/fleet.h"
#include "judge/judge.h"
#include "support/catch.h"

using namespace weft;
using test::Fleet;

namespace {

constexpr double G = 1e9;

// RoCE at 400 Gb/s and path MTU 4096: ceiling 392.1, floor 352.9.
Fleet two_hosts(double gbps) {
  Fleet fleet = test::pairs_fleet(2, 1, [&](const Flow&) { return gbps * G; });
  fleet.record.step.transport = "verbs";
  for (Endpoint& endpoint : fleet.layout.endpoints) {
    endpoint.device = "mlx5_0";
    endpoint.link_rate = 400_Gbps;
    endpoint.mtu = 9000;
  }
  return fleet;
}

Judgement judged(const Fleet& fleet) { return judge_step(fleet.layout, {}, fleet.evidence())[0]; }

}  // namespace

TEST_CASE("two flows are enough where the link says what is right") {
  const Judgement j = judged(two_hosts(390));
  CHECK(j.verdict == Verdict::pass);
  CHECK(j.flow_class == "between hosts");
  CHECK(j.baseline.source == BaselineSource::derived);
  CHECK(j.baseline.expected == Approx(392.149 * G).epsilon(1e-5));
  CHECK(j.baseline.floor == Approx(352.934 * G).epsilon(1e-5));
  CHECK(j.why == "2 flows at or above 90.0 % of what the link can carry");
  CHECK(j.baseline.because ==
        "RoCE v2 on a link of 400 Gb/s, path MTU 4096: 4096 of 4178 bytes on the wire are payload; "
        "floor 90.0 % of that, as NVIDIA's ngc_multinode_perf asks of a port");
}

TEST_CASE("the verdict looks at the interval") {
  CHECK(judged(two_hosts(340)).verdict == Verdict::fail);
  const Judgement across = judged(two_hosts(353));
  CHECK(across.verdict == Verdict::warn);
  CHECK(across.why == "2 of 2 flows with an interval across what the link should give");
  const Judgement slow = judged(two_hosts(200));
  CHECK(slow.verdict == Verdict::fail);
  CHECK(slow.outliers[0].why == "below 352.9 Gb/s (link), not measured again alone");
}

TEST_CASE("too few windows are no interval, and too fast was not that link") {
  Fleet fleet = two_hosts(390);
  fleet.samples[0].windows = 5;
  CHECK(judged(fleet).verdict == Verdict::unknown);
  CHECK(judged(fleet).why == "1 of 2 flows with too few windows for an interval");
  CHECK(judged(two_hosts(399)).verdict == Verdict::pass);  // 1.017 of the ceiling
  const Judgement fast = judged(two_hosts(401));
  CHECK(fast.verdict == Verdict::unknown);
  CHECK(fast.why == "2 of 2 flows not comparable: faster than the link");
}

TEST_CASE("measured again alone counts here too") {
  Fleet fleet = two_hosts(300);
  CHECK(slow_flows(fleet.layout, fleet.evidence(), 0).size() == 2);
  fleet.samples.push_back(test::measured_alone({0, 1}, 390 * G));
  fleet.samples.push_back(test::measured_alone({1, 0}, 391 * G));
  CHECK(judged(fleet).verdict == Verdict::warn);
}

TEST_CASE("the link does not bind small messages, latency, or flows that share it") {
  Fleet fleet = two_hosts(10);
  fleet.record.step.sizes = {4_KiB};
  CHECK(judged(fleet).verdict == Verdict::unknown);
  CHECK(judged(fleet).baseline.source == BaselineSource::none);

  // Three to one at once: a third each is all there is.
  Fleet incast = test::pairs_fleet(4, 1, [](const Flow&) { return 130 * G; });
  incast.record.step.transport = "verbs";
  for (Endpoint& e : incast.layout.endpoints) e.link_rate = 400_Gbps, e.mtu = 9000;
  for (Sample& s : incast.samples) s.round = s.target;
  CHECK(judged(incast).verdict == Verdict::pass);
  CHECK(judged(incast).baseline.source == BaselineSource::peers);
  for (Sample& s : incast.samples) s.round = s.source * 4 + s.target;  // one at a time
  CHECK(judged(incast).verdict == Verdict::fail);
}

TEST_CASE("endpoints on one device share its link") {
  Fleet fleet = test::pairs_fleet(2, 4, [](const Flow&) { return 95 * G; });
  for (Sample& s : fleet.samples) s.round = (s.target % 4 + 4 - s.source % 4) % 4;  // 4 at once
  fleet.record.step.transport = "verbs";
  for (Endpoint& e : fleet.layout.endpoints) {
    e.device = "mlx5_0";
    e.link_rate = 400_Gbps;
    e.mtu = 9000;
  }
  CHECK(judge_step(fleet.layout, {}, fleet.evidence())[1].verdict == Verdict::pass);
  for (Endpoint& e : fleet.layout.endpoints) e.device = "mlx5_" + std::to_string(e.slot);
  CHECK(judge_step(fleet.layout, {}, fleet.evidence())[1].verdict == Verdict::fail);
}

TEST_CASE("peers and link are both asked, the worse answer wins") {
  Fleet fleet = test::pairs_fleet(4, 1, [](const Flow&) { return 200 * G; });
  fleet.record.step.transport = "verbs";
  for (Endpoint& e : fleet.layout.endpoints) e.link_rate = 400_Gbps, e.mtu = 9000;
  const Judgement all_slow = judged(fleet);  // alike, and all at half the link
  CHECK(all_slow.verdict == Verdict::fail);
  CHECK(all_slow.why == "12 of 12 flows slow");
  CHECK(all_slow.baseline.because.find("; peers: floor 180 Gb/s, median of 12 flows less") !=
        std::string::npos);
}

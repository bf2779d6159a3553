#include "base/text.h"
#include "judge/fleet.h"
#include "judge/judge.h"
#include "judge/suspects.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using test::Fleet;

namespace {

constexpr double G = 1e9;

Run run_of(const Fleet& fleet) {
  Run run;
  run.complete = true;
  run.layout = fleet.layout;
  run.steps = {fleet.record};
  run.judgements = judge_step(fleet.layout, {}, fleet.evidence());
  conclude(run);
  return run;
}

}  // namespace

// Case dx-h01: five pairs are too few to be outliers, so slow is told from fast by the gap between
// 44 and 78 GB/s; what is tested is who is blamed.
TEST_CASE("dx-h01: the common node is blamed, the lone slow pair is left open") {
  Layout layout;
  PairEvidence evidence;
  evidence.about = "busbw";
  std::map<std::string, std::uint32_t> at;
  std::map<std::uint32_t, EndpointTally> tallies;
  const auto endpoint = [&](std::string_view name) {
    const auto [found, fresh] = at.emplace(name, layout.endpoints.size());
    if (fresh) {
      layout.endpoints.push_back({std::string(name), 0});
      evidence.members.push_back(found->second);
    }
    return found->second;
  };
  const std::string csv = test::read_test_file("cases/dx-h01.csv");
  for (const std::string_view line : lines(csv)) {
    const auto cells = split(line, ',');
    const auto value = cells.size() == 4 ? parse_double(cells[2]) : std::nullopt;
    if (!value) continue;
    const Flow pair{endpoint(cells[0]), endpoint(cells[1])};
    const bool bad = *value < 60;
    for (const std::uint32_t end : {pair.source, pair.target}) {
      tallies[end].endpoint = end;
      ++tallies[end].flows;
      tallies[end].bad += bad;
    }
    if (!bad) continue;
    evidence.bad.push_back(pair);
    evidence.bad_text.push_back(std::string(cells[2]) + " GB/s");
  }
  for (const auto& [end, tally] : tallies)
    if (tally.bad > 0) evidence.tallies.push_back(tally);
  REQUIRE(layout.endpoints.size() == 6);

  const auto suspects = suspects_of(layout, std::vector{evidence});
  REQUIRE(suspects.size() == 2);
  CHECK(suspects[0].subject == "w12");
  CHECK(suspects[0].evidence ==
        std::vector<std::string>{"busbw: 2 of its 2 flows bad, with w47 (44.8 GB/s), w33 (44.7 "
                                 "GB/s); these partners are fine with others"});
  CHECK(suspects[1].subject == "w28 - w90");
  CHECK(suspects[1].score.value < suspects[0].score.value);
  CHECK(suspects[1].evidence ==
        std::vector<std::string>{
            "busbw: this pair is bad (44.5 GB/s), and neither end has a good partner: one or both "
            "may be at fault, the data cannot tell"});
  CHECK(suspects[1].next_step ==
        "measure w28 or w90 with a partner that is known to be good: w47 or w31 or w33");
}

TEST_CASE("a clean run passes and says so") {
  const Run run = run_of(test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; }));
  CHECK(run.verdict == Verdict::pass);
  CHECK(run.summary == "1 result within its limits.");
  CHECK(run.findings.empty());
  CHECK(run.suspects.empty());
}

TEST_CASE("a slow host is blamed as a host, a slow pair as a pair") {
  const Run host = run_of(test::pairs_fleet(
      6, 2, [](const Flow& f) { return f.source / 2 == 3 && f.target / 2 != 3 ? 4 * G : 10 * G; }));
  REQUIRE(host.suspects.size() == 1);
  CHECK(host.suspects[0].subject == "n3");
  CHECK(host.verdict == Verdict::fail);
  CHECK(host.summary ==
        "1 of 2 results failed (pairs, 1 MiB, between hosts: 20 of 120 flows "
        "slow). Look first at n3.");

  const Run endpoint =
      run_of(test::pairs_fleet(6, 4, [](const Flow& f) { return f.source == 9 ? 4 * G : 10 * G; }));
  REQUIRE_FALSE(endpoint.suspects.empty());
  CHECK(endpoint.suspects[0].subject == "n2/1");
  CHECK(endpoint.suspects.size() == 1);

  const Run pair = run_of(test::pairs_fleet(6, 1, [](const Flow& f) {
    return f == Flow{1, 4} || f == Flow{4, 1} ? 4 * G : 10 * G;
  }));
  REQUIRE(pair.suspects.size() == 1);
  CHECK(pair.suspects[0].subject == "n1 - n4");
  CHECK(pair.suspects[0].next_step == "look at the links between n1 and n4");
  REQUIRE(pair.findings.size() == 2);
  CHECK(pair.findings[0].subject == "n1/0 -> n4/0");
  CHECK(pair.findings[0].expected == "at least 9 Gb/s");
  CHECK(pair.findings[0].observed == "4 Gb/s");
}

TEST_CASE("a fabric that is slow as a whole has no suspects") {
  Fleet fleet = test::pairs_fleet(6, 1, [](const Flow&) { return 20 * G; });
  for (Endpoint& e : fleet.layout.endpoints) e.link_rate = 100_Gbps, e.mtu = 9000;
  const Run run = run_of(fleet);
  CHECK(run.verdict == Verdict::fail);
  CHECK(run.suspects.empty());
}

TEST_CASE("who was set aside fails the run and is named first") {
  Fleet fleet = test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; });
  fleet.record.events = {{{}, "set_aside", "n0/2", "silent in round 3 of 8 MiB for 2 s"},
                         {{}, "note", "n0/1", "nothing"},
                         {{}, "set_aside", "n0/2", "again"}};
  Run run = run_of(fleet);
  CHECK(run.verdict == Verdict::fail);
  CHECK(run.set_aside == std::vector<std::string>{"n0/2: silent in round 3 of 8 MiB for 2 s"});
  CHECK(run.findings.size() == 1);
  CHECK(run.summary == "n0/2 was set aside.");
  conclude(run);  // again: nothing is told twice
  CHECK(run.findings.size() == 1);
  CHECK(run.set_aside.size() == 1);
}

TEST_CASE("rounds that did not end are one finding about the step, with what to do") {
  Fleet fleet = test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; });
  fleet.record.step.deadline = std::chrono::milliseconds(100);
  fleet.record.events = {{{}, "hang", "pairs", "a member did not come"},
                         {{}, "hang", "pairs", "a member did not come"}};
  const Run run = run_of(fleet);
  REQUIRE(run.findings.size() == 1);
  CHECK(run.findings[0].subject == "step pairs");
  CHECK(run.summary.starts_with("Step pairs had rounds that did not end"));
  CHECK(run.findings[0].expected == "rounds that end within 100 ms");
  CHECK(run.findings[0].next_step.starts_with("no host could be named"));
  CHECK(run.findings[0].evidence.size() == 2);
}

TEST_CASE("nothing measured, a gap, an unfinished run are unknown; skipped steps change nothing") {
  Run nothing;
  nothing.complete = true;
  conclude(nothing);
  CHECK(nothing.verdict == Verdict::unknown);
  CHECK(nothing.summary == "Nothing was measured.");

  Fleet skipped = test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; });
  skipped.record.state = StepState::skipped;
  skipped.record.reason = "needs a GPU, none was found";
  Run run = run_of(skipped);
  CHECK(run.verdict == Verdict::unknown);
  CHECK(run.summary == "Nothing was measured; 1 step skipped.");

  const Fleet clean = test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; });
  run = run_of(clean);
  const auto also = judge_step(skipped.layout, {}, skipped.evidence());
  run.judgements.insert(run.judgements.end(), also.begin(), also.end());
  conclude(run);
  CHECK(run.verdict == Verdict::pass);
  CHECK(run.summary == "1 result within its limits; 1 step skipped.");

  run.gaps = {{"n0", "counters of mlx5_0", "needs root"}};
  conclude(run);
  CHECK(run.verdict == Verdict::unknown);
  run.gaps.clear();
  run.complete = false;
  conclude(run);
  CHECK(run.verdict == Verdict::unknown);
  CHECK(run.summary == "The run was not finished; 1 step skipped.");
}

TEST_CASE("findings of checks stay and count") {
  Run run = run_of(test::pairs_fleet(1, 4, [](const Flow&) { return 10 * G; }));
  run.findings.push_back({"mtu", Verdict::fail, "n0", "9000", "1500", "set it", {}});
  conclude(run);
  CHECK(run.verdict == Verdict::fail);
  CHECK(run.findings.size() == 1);
  CHECK(run.summary == "1 check failed.");
}

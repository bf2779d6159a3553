// A run with everything a report must show: all verdicts, hostile names, classes nobody knows, a
// small and a larger matrix with missing cells, gaps, events, a skipped and a half-done step.
#pragma once

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "base/text.h"
#include "model/run.h"

namespace weft::test {

inline constexpr const char* hostile_name = "</script><img src=x onerror=1>";
inline constexpr const char* reordering_name = "leaf\u202E10-7 \u05e9\u05e8\u05ea";
inline constexpr const char* broken_name = "caf\xE9-\x1b[31mleaf1";

inline std::string matrix_data(const std::vector<float>& cells) {
  return base64(std::as_bytes(std::span(cells)));
}

// Pseudo-random in [0, 1), the same everywhere.
inline double noise(std::uint64_t i) {
  std::uint64_t x = i * 0x9E3779B97F4A7C15u + 1;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return static_cast<double>((x ^ (x >> 31)) >> 11) / static_cast<double>(1ULL << 53);
}

// Every pair of `rows` at about `typical`; endpoint `slow` is slow as a receiver, some are missing.
inline Matrix pairs(const std::string& step, Bytes size, const std::string& unit, std::size_t rows,
                    double typical, std::size_t slow) {
  std::vector<float> cells(rows * rows, -1);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t row = i / rows, column = i % rows;
    if (row == column || (rows > 8 && row == 40 && column > 60)) continue;
    double value = typical * (1 + 0.02 * (noise(i) - 0.5));
    if (column == slow) value *= unit == "ns" ? 2.1 : 0.52;
    cells[i] = static_cast<float>(value);
  }
  if (rows <= 8) cells[1] = -1;
  return {step, size, unit, static_cast<std::int64_t>(rows), matrix_data(cells)};
}

inline Layout example_layout() {
  Layout layout;
  for (int i = 0; i < 96; ++i) {
    Endpoint endpoint{"hgx-" + std::to_string(101 + i), 0};
    endpoint.device = "mlx5_" + std::to_string(i % 8);
    endpoint.link_rate = 400_Gbps;
    endpoint.mtu = 9216;
    layout.endpoints.push_back(endpoint);
  }
  layout.endpoints[2].host = hostile_name;
  layout.endpoints[3].host = reordering_name;
  layout.endpoints[4].host = broken_name;
  layout.endpoints[5] = {"hgx-106", 0};
  return layout;
}

inline std::vector<Finding> example_findings() {
  return {
      {"cabling_wrong_port",
       Verdict::fail,
       "leaf01:swp3 - spine02:swp1",
       "leaf01:swp3 - spine01:swp1",
       "leaf01:swp3 hears spine02:swp1",
       "Swap the cables of leaf01:swp3 and leaf01:swp4.",
       {"leaf01 lldp swp3: spine02 swp1 (198.51.100.12)",
        "plan line 214: leaf01:swp3 -- spine01:swp1"}},
      {"roce_mtu",
       Verdict::fail,
       "hgx-118:eth4",
       "MTU 9216",
       "MTU 1500",
       "Set the MTU of hgx-118:eth4 to 9216.",
       {}},
      {"lldp_neighbour",
       Verdict::warn,
       hostile_name,
       "a name of the plan",
       std::string("it calls itself ") + hostile_name,
       "Look at who named this switch.",
       {broken_name, reordering_name}},
      {"switch_state",
       Verdict::unknown,
       reordering_name,
       "its QoS settings",
       "did not answer",
       "Check that its NVUE port is reachable from here.",
       {}},
      {"bmc_clock", Verdict::skip, "hgx-101", "", "no BMC is configured", "", {}},
      {"link_rate", Verdict::pass, "hgx-101:eth0", "400 Gb/s", "400 Gb/s", "", {}},
      {"link_rate", Verdict::pass, "hgx-102:eth0", "400 Gb/s", "400 Gb/s", "", {}},
  };
}

inline Judgement bandwidth(const std::string& step, Bytes size, const std::string& flow_class,
                           Verdict verdict, double median_gbps, const std::string& why) {
  Judgement j{step, size, flow_class, "bps", Metric::bandwidth, verdict, why};
  const double m = median_gbps * 1e9;
  j.summary = {9120, m, m * 0.994, m * 1.004, m * 0.006};
  j.baseline = {BaselineSource::derived, 392.2e9, 372.6e9,
                "400 Gb/s line rate x 0.9805 for headers at MTU 9216, floor 95 %"};
  j.worst = m * 0.9;
  j.worst_window = m * 0.82;
  j.flows_expected = j.flows_measured = 9120;
  j.checked_bytes = 1 << 30;
  return j;
}

inline Judgement latency(Verdict verdict, double median_ns, const std::string& why) {
  Judgement j{"pairs_latency", 8_B, "across spines", "ns", Metric::latency, verdict, why};
  j.summary = {9120, median_ns, median_ns * 0.985, median_ns * 1.02, 41};
  j.baseline = {BaselineSource::cited, 3200, 4500, "published perftest values, half round trip"};
  j.worst = median_ns * 1.7;
  j.worst_window = median_ns * 1.9;
  j.p99_ns = static_cast<std::int64_t>(median_ns * 1.6);
  j.p999_ns = static_cast<std::int64_t>(median_ns * 2.4);
  j.max_ns = static_cast<std::int64_t>(median_ns * 31);
  j.flows_expected = j.flows_measured = 9120;
  return j;
}

inline std::vector<Judgement> example_judgements() {
  std::vector<Judgement> all;
  all.push_back(bandwidth("pairs_bandwidth", 64_KiB, "between hosts", Verdict::fail, 352.4,
                          "the whole interval is below the floor"));
  all.back().tallies = {{17, 190, 95}, {0, 190, 1}, {2, 190, 1}, {400, 3, 2}};
  all.back().outliers = {
      {"hgx-101/0 -> hgx-118/0", Verdict::fail, 203.1e9, 204.4e9, "slow alone too: not congestion"},
      {std::string(hostile_name) + "/0 -> hgx-118/0",
       Verdict::fail,
       201.9e9,
       {},
       "not tested alone"},
      {"hgx-102/0 -> hgx-140/0", Verdict::pass, 340.2e9, 391.0e9, "slow only beside others"}};
  all.push_back(bandwidth("pairs_bandwidth", 1_MiB, "between hosts", Verdict::pass, 391.6,
                          "the interval clears the floor"));
  all.push_back(bandwidth("pairs_bandwidth", 1_MiB, hostile_name, Verdict::warn, 373.0,
                          "the floor lies inside the interval"));
  all.back().wrong_bytes = 64;
  Judgement none{"pairs_bandwidth",
                 1_MiB,
                 "same host",
                 "bps",
                 Metric::bandwidth,
                 Verdict::unknown,
                 "too few samples: 0 of 12 flows were measured"};
  none.flows_expected = 12;
  all.push_back(none);
  all.push_back(latency(Verdict::pass, 3412, "the interval is below the ceiling"));
  Judgement odd{"mystery",
                4_KiB,
                "a class nobody knows",
                "ns",
                Metric::latency,
                Verdict::skip,
                "there is nothing to compare it with"};
  odd.summary = {3, 812, 790, 840, 12};
  odd.flows_expected = 4;
  odd.flows_measured = 3;
  all.push_back(odd);
  return all;
}

inline std::vector<StepRecord> example_steps() {
  const Instant start{1'764'504'000'000'000'000};
  const auto record = [&](const char* id, const char* pattern, Metric metric, int from,
                          int seconds) {
    StepRecord r;
    r.step.id = id;
    r.step.about =
        "Every host with every other, one partner at a time: finds slow ports and cables.";
    r.step.pattern = pattern;
    r.step.metric = metric;
    r.step.transport = "verbs";
    r.started = Instant{start.unix_ns + from * 1'000'000'000LL};
    r.ended = Instant{r.started->unix_ns + seconds * 1'000'000'000LL};
    r.overhead = {95, std::chrono::milliseconds(seconds * 1000 - 200),
                  std::chrono::milliseconds(seconds * 870)};
    return r;
  };
  std::vector<StepRecord> steps{record("pairs_bandwidth", "pairs", Metric::bandwidth, 10, 96),
                                record("pairs_latency", "pairs", Metric::latency, 106, 42),
                                record("incast", "incast", Metric::bandwidth, 150, 9),
                                record("gpu_pairs", "pairs", Metric::bandwidth, 0, 0)};
  for (std::uint32_t i = 0; i < 96; ++i) steps[0].members.push_back(i);
  steps[1].members = {0, 1, 2, 3};
  steps[2].members = steps[0].members;
  steps[0].events = {
      {*steps[0].started, "retest", "hgx-101/0 -> hgx-118/0", "slow, tested again alone"}};
  steps[2].state = StepState::partly;
  steps[2].reason = "hgx-106 fell silent in round 4; the rounds after it were not run";
  steps[2].events = {
      {*steps[2].started, "lost", "hgx-106", "no progress since round 4, phase measure"},
      {*steps[2].ended, "set_aside", hostile_name, broken_name}};
  steps[2].gaps = {{"leaf01", "counters of swp3", "needs root"}};
  steps[3].state = StepState::skipped;
  steps[3].reason = "this fabric has no CUDA";
  steps[3].overhead = {};
  steps[3].started.reset();
  steps[3].ended.reset();
  return steps;
}

inline Run example_run() {
  Run run;
  run.tool_version = "0.1.0";
  run.suite = "acceptance";
  run.suite_title = "Acceptance of the compute fabric, pod 3";
  run.seed = 20261130;
  run.plan_digest = "9f0e689a";
  run.started = {1'764'504'000'000'000'000};
  run.ended = Instant{run.started.unix_ns + 161'000'000'000};
  run.complete = true;
  run.verdict = Verdict::fail;
  run.summary =
      "hgx-118 receives at half the rate it should, from everyone; two cables of leaf01 are "
      "swapped.";
  run.fabric = {"cluster",
                "A cluster of 96 hosts with one 400 Gb/s rail each, measured over verbs "
                "with RDMA from host memory.",
                96, 96};
  run.fabric.rdma = run.fabric.pfc = true;
  run.layout = example_layout();
  run.set_aside = {"hgx-106: silent since round 4 of incast, phase measure",
                   std::string(hostile_name) + ": left out by hand"};
  run.findings = example_findings();
  run.judgements = example_judgements();
  run.suspects = {{"hgx-118",
                   {0.93},
                   {"receives at 203 Gb/s from 95 of 95 hosts", "sends at full rate",
                    "hgx-118:eth4 has MTU 1500"},
                   "Set the MTU of hgx-118:eth4 to 9216, then run `weft run acceptance` again."},
                  {std::string("cable of ") + hostile_name, {0.12}, {}, ""}};
  run.gaps = {{"spine04", "everything", "connection refused"},
              {reordering_name, "QoS counters", "the switch did not answer in 5 s"}};
  run.steps = example_steps();
  run.matrices = {pairs("pairs_bandwidth", 64_KiB, "bps", 96, 391e9, 17),
                  pairs("pairs_latency", 8_B, "ns", 4, 3400, 2)};
  return run;
}

}  // namespace weft::test

#include "suite/suite.h"

#include <algorithm>

#include "base/text.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;
using namespace std::chrono_literals;

namespace {

constexpr std::array<std::string_view, 4> patterns{"pairs", "ring", "incast", "permutation"};

Result<Suite> read(std::string_view steps) {
  return read_suite(R"({"schema": "1.0", "steps": [)" + std::string(steps) + "]}", "s.json",
                    patterns);
}

std::vector<std::int64_t> counts(const std::vector<Bytes>& sizes) {
  std::vector<std::int64_t> out;
  for (const Bytes size : sizes) out.push_back(size.count);
  return out;
}

}  // namespace

TEST_CASE("a suite is read into steps") {
  const auto suite = read_suite(R"({
    "schema": "1.0",  // comments are allowed
    "title": "T", "about": "A.", "time_budget": "2min",
    "steps": [
      {"pattern": "pairs", "metric": "latency", "sizes": [8, "1KiB"], "duplex": true,
       "transport": "verbs", "memory": "cuda", "round_time": "20ms", "deadline": "5 s",
       "precision": 0.1, "min_hosts": 2, "needs": ["pfc"], "seed": 7, "about": "Why."},
      {"id": "small_ring", "pattern": "ring", "sizes": ["64"]}
    ]})",
                                "/some/where/mine.json", patterns);
  REQUIRE(suite);
  CHECK(suite->id == "mine");
  CHECK(suite->title == "T");
  CHECK(suite->time_budget == 2min);
  REQUIRE(suite->steps.size() == 2);
  const Step& step = suite->steps[0];
  CHECK(step.id == "pairs_latency");
  CHECK(step.about == "Why.");
  CHECK(step.metric == Metric::latency);
  CHECK(step.transport == "verbs");
  CHECK(step.memory == MemoryKind::cuda);
  CHECK(counts(step.sizes) == std::vector<std::int64_t>{8, 1024});
  CHECK(step.duplex);
  CHECK(step.round_time == 20ms);
  CHECK(step.deadline == 5s);
  CHECK(step.precision.value == 0.1);
  CHECK(step.min_hosts == 2);
  CHECK(step.needs == std::vector<std::string>{"pfc"});
  CHECK(step.seed == 7);
  CHECK(suite->steps[1].id == "small_ring");
  CHECK(suite->steps[1].metric == Metric::bandwidth);
  CHECK(suite->steps[1].round_time == 50ms);
}

TEST_CASE("a range of sizes holds both its ends") {
  const auto sizes = [](std::string range) {
    const auto suite = read(R"({"pattern": "ring", "sizes": )" + range + "}");
    return suite ? counts(suite->steps[0].sizes) : std::vector<std::int64_t>{};
  };
  CHECK(sizes(R"({"from": "8", "to": "8MiB", "factor": 8})") ==
        std::vector<std::int64_t>{8, 64, 512, 4096, 32768, 262144, 2097152, 8388608});
  CHECK(sizes(R"({"from": 1, "to": 4})") == std::vector<std::int64_t>{1, 2, 4});
  CHECK(sizes(R"({"from": "1KiB", "to": "1KiB"})") == std::vector<std::int64_t>{1024});
  CHECK(sizes(R"({"from": 1, "to": "1GiB", "factor": 1048576})") ==
        std::vector<std::int64_t>{1, 1048576, 1073741824});
}

// What is said about each mistake: tests/suite/mistakes.txt. Places of numbers are one off at
// times.
TEST_CASE("mistakes in a step are said with place and what was expected") {
  const std::string_view steps[] = {
      R"({"pattern": "pears", "sizes": [8]})",
      R"({"pattern": null, "sizes": [8]})",
      R"({"sizes": [8]})",
      R"({"pattern": "ring"})",
      R"({"pattern": "ring", "sizes": []})",
      R"({"pattern": "ring", "sizes": "8"})",
      R"({"pattern": "ring", "sizes": [0]})",
      R"({"pattern": "ring", "sizes": ["2GiB"]})",
      R"({"pattern": "ring", "sizes": ["8 MB"]})",
      R"({"pattern": "ring", "sizes": [8, "8"]})",
      R"({"pattern": "ring", "sizes": {"from": 8, "to": 4}})",
      R"({"pattern": "ring", "sizes": {"from": 8, "too": 4}})",
      R"({"pattern": "ring", "sizes": {"from": 8, "to": 64, "factor": 1}})",
      R"({"pattern": "ring", "sizes": [8], "round_time": "50"})",
      R"({"pattern": "ring", "sizes": [8], "round_time": "-5ms"})",
      R"({"pattern": "ring", "sizes": [8], "round_time": 50})",
      R"({"pattern": "ring", "sizes": [8], "round_time": "1s", "deadline": "1s"})",
      R"({"pattern": "ring", "sizes": [8], "precision": 5})",
      R"({"pattern": "ring", "sizes": [8], "duplex": "yes"})",
      R"({"pattern": "ring", "sizes": [8], "metric": "speed"})",
      R"({"pattern": "ring", "sizes": [8], "transport": "tcp"})",
      R"({"pattern": "ring", "sizes": [8], "transport": "udp", "queue_pairs": 0, "rate": "fast"})",
      R"({"pattern": "ring", "sizes": [8], "transport": "udp", "rate": "1 b/s", "dscp": 64})",
      R"({"pattern": "ring", "sizes": [8], "queue_pairs": 2, "rate": "50Mb/s", "dscp": 0})",
      R"({"pattern": "ring", "sizes": [8], "operation": "read", "service_level": 3})",
      R"({"pattern": "ring", "sizes": [8], "transport": "verbs", "operation": "get"})",
      R"({"pattern": "ring", "sizes": [8], "transport": "verbs", "queue_depth": 0})",
      R"({"pattern": "ring", "sizes": [8], "needs": ["rmda"]})",
      R"({"pattern": "ring", "sizes": [8], "min_hosts": 0})",
      R"({"pattern": "ring", "sizes": [8], "id": "Ring 1"})",
      R"({"pattern": "ring", "sizes": [8], "roundtime": "5ms"})",
      R"({"pattern": "ring", "sizes": [8], "sizes": [9]})",
      R"({"pattern": "ring", "sizes": [8]}, {"pattern": "ring", "sizes": [9]})",
      R"({"id": "a", "pattern": "ring", "sizes": [8]}, {"id": "a", "pattern": "ring", "sizes": [9]}
)",
      "7",
  };
  std::string said;
  for (const std::string_view step : steps) {
    const auto suite = read(step);
    INFO(step);
    REQUIRE_FALSE(suite);
    said += std::string(step) + "\n" + suite.error().text() + "\n\n";
  }
  test::check_golden("suite/mistakes.txt", said);
}

TEST_CASE("mistakes in the file's head") {
  const auto said = [](std::string_view text) {
    const auto suite = read_suite(text, "s.json", patterns);
    return suite ? "" : suite.error().text();
  };
  CHECK(said("") == "s.json:1:1: the file is empty, expected JSON");
  CHECK(said("[]") == "s.json:1:1: expected a suite, an object, got a list");
  CHECK(said(R"({"schema": "2.0", "stps": 1})") ==
        "s.json:1:12: schema: version 2.0 is not readable by this weft, which reads 1.x");
  CHECK(said(R"({"schema": "one", "steps": []})") ==
        "s.json:1:12: schema: expected a version such as \"1.0\", got 'one'");
  CHECK(said(R"({"schema": "1.0", "steps": []})") ==
        "s.json:1:28: steps: is empty, expected at least one step");
  CHECK(said(R"({"steps": {}})") ==
        "s.json:1:1: 'schema' is missing\ns.json:1:11: steps: expected a list of steps, got an "
        "object");
  CHECK(said(R"({"schema": "1.0"})") == "s.json:1:1: 'steps' is missing");
}

TEST_CASE("all mistakes of a suite are shown together") {
  const auto suite = read_suite(R"({
  "schema": "1.0",
  "titel": "T",
  "steps": [
    {"pattern": "rings", "sizes": ["64KiB", "1TB"]},
    {"pattern": "pairs", "sizes": [8], "round_time": "1h"}
  ]
})",
                                "s.json", patterns);
  REQUIRE_FALSE(suite);
  CHECK(lines(suite.error().text()).size() == 4);
  CHECK(suite.error().text().find("s.json:3:12: unknown key 'titel', did you mean 'title'?") !=
        std::string::npos);
}

TEST_CASE("a newer minor version is read, what it adds is named") {
  const auto suite = read_suite(
      R"({"schema": "1.7", "colour": "x", "steps": [
  {"pattern": "ring", "sizes": [8], "new": "y"}]})",
      "s.json", patterns);
  REQUIRE(suite);
  CHECK(suite->notes ==
        std::vector<std::string>{"s.json:1:29: 'colour' of a newer version is left out",
                                 "s.json:2:44: 'new' of a newer version is left out"});
}

TEST_CASE("ids are taken with '-' for '_', and any pattern where none are given") {
  constexpr std::array<std::string_view, 1> one{"all_pairs"};
  const std::string text =
      R"({"schema": "1.0", "steps": [{"pattern": "all-pairs", "sizes": [8]}]})";
  CHECK(read_suite(text, "s.json", one)->steps[0].pattern == "all_pairs");
  CHECK(read_suite(text, "s.json")->steps[0].pattern == "all-pairs");
}

TEST_CASE("no garbage makes the reader fall over") {
  std::string text = test::read_test_file("../suites/quick.json");
  std::uint32_t seed = 1;
  for (int i = 0; i < 2000; ++i) {
    std::string broken = text;
    for (int k = 0; k < 3; ++k) {
      seed = seed * 1664525 + 1013904223;
      broken[(seed >> 8) % broken.size()] = static_cast<char>("{}[]\",:0x\n-"[(seed >> 4) % 11]);
    }
    (void)read_suite(broken, "s.json", patterns);
  }
}

TEST_CASE("a collective has its own keys, and only a collective has them") {
  constexpr std::array<std::string_view, 2> known{"pairs", "all_reduce"};
  const auto read_one = [&](std::string_view step) {
    return read_suite(R"({"schema": "1.0", "steps": [)" + std::string(step) + "]}", "s.json",
                      known);
  };
  const auto suite = read_one(R"({"pattern": "all_reduce", "sizes": ["1MiB"], "data_type": "int32",
                                  "reduction": "maximum", "root": 2, "in_place": true})");
  REQUIRE(suite);
  const Step& step = suite->steps[0];
  CHECK(step.data_type == DataType::int32);
  CHECK(step.reduction == Reduction::maximum);
  CHECK(step.root == 2);
  CHECK(step.in_place);
  for (const char* wrong : {
           R"({"pattern": "pairs", "sizes": [8], "in_place": true})",
           R"({"pattern": "pairs", "sizes": [8], "data_type": "int32"})",
           R"({"pattern": "all_reduce", "sizes": [8], "data_type": "int33"})",
           R"({"pattern": "all_reduce", "sizes": [8], "metric": "latency"})",
           R"({"pattern": "all_reduce", "sizes": [8], "transport": "udp"})",
           R"({"pattern": "all_reduce", "sizes": [8], "root": -1})",
       }) {
    INFO(wrong);
    CHECK_FALSE(read_one(wrong));
  }
}

// Scoring: the words of a subject, and a small score that fails when a check is broken.

#include "run/score.h"

#include <fmt/format.h>

#include "support/catch.h"

namespace weft {
namespace {

struct SubjectRow {
  const char *subject, *port;
  bool named;
};

}  // namespace

TEST_CASE("score: which ports a subject names") {
  const SubjectRow rows[] = {
      {"leaf1:swp5", "leaf1:swp5", true},
      {"leaf1:swp5 (rack R1, unit 3)", "leaf1:swp5", true},
      {"leaf1:swp5 - host3:eth1", "host3:eth1", true},
      {"leaf1: swp5 and swp7", "leaf1:swp7", true},
      {"leaf1:swp5 to swp8", "leaf1:swp8", true},
      {"leaf1:swp51", "leaf1:swp5", false},
      {"leaf1:swp5s1", "leaf1:swp5", false},
      {"my-leaf1:swp5", "leaf1:swp5", false},
      {"leaf1:swp5 - host3:eth1", "leaf1:eth1", false},
      {"leaf1 6 prefixes", "leaf1:swp5", false},
  };
  for (const SubjectRow& row : rows) {
    INFO(row.subject << " and " << row.port);
    REQUIRE(subject_names_port(row.subject, row.port) == row.named);
  }
  REQUIRE(subject_names_node("leaf1 6 prefixes", "leaf1"));
  REQUIRE_FALSE(subject_names_node("leaf11", "leaf1"));
  REQUIRE_FALSE(subject_names_node("leaf1.dc7", "dc7"));
}

TEST_CASE("score: a kind that is not there") {
  ScoreRequest request;
  request.kinds = {"swaped_cables"};
  const auto score = score_twin(request, [](std::size_t, std::size_t) {});
  REQUIRE_FALSE(score.has_value());
  REQUIRE(score.error().text().find("swapped_cables") != std::string::npos);
}

TEST_CASE("score: healthy fabrics raise no alarm, every kind is found and rightly named") {
  auto plans = small_scoring_plans();
  REQUIRE(plans.has_value());
  ScoreRequest request;
  request.plans = std::move(*plans);
  request.seeds = 1;
  request.threads = 2;
  const auto score = score_twin(request, [](std::size_t, std::size_t) {});
  REQUIRE(score.has_value());
  for (const ScoredCase& one : score->cases) {
    INFO(one.plan << " " << (one.kind.empty() ? "healthy" : one.fault));
    for (const std::string& line : one.blamed) UNSCOPED_INFO("blamed: " << line);
    for (const std::string& line : one.alarms) UNSCOPED_INFO("said: " << line);
    CHECK(one.named);
    CHECK(one.blamed.empty());
    CHECK(one.alarms.empty());
  }
  REQUIRE(score->totals.cases > 100);
  REQUIRE(score->totals.not_yet > 20);
  REQUIRE(score->totals.clean == 4);
  REQUIRE(score->totals.found == score->totals.cases);
  REQUIRE(score->totals.named == score->totals.cases);
  REQUIRE(score->totals.falsely_blamed == 0);
  REQUIRE(score->totals.false_alarms == 0);
}

}  // namespace weft

// Classes, marks and spreading: one switch that is not as the others, or not as the plan.

#include "check/findings.h"

namespace weft {
namespace {

using test::about;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall, std::string_view id) { return test::run_check(hall, id); }

const std::string plan =
    "from,from_port,to,to_port\nleaf1,swp1,spine1,swp1\nleaf2,swp1,spine1,swp2\n"
    "leaf3,swp1,spine1,swp3\n";

QosSettings right() { return {{{26, 3}, {48, 6}}, {"swp1"}, true}; }

Hall hall_of(const QosSettings& leaf2) {
  Hall hall(plan);
  for (const char* name : {"leaf1", "leaf2", "leaf3", "spine1"}) hall.state(name).qos = right();
  hall.state("leaf2").qos = leaf2;
  return hall;
}

constexpr std::string_view ids[] = {"dscp_map", "ecn", "adaptive_routing"};

}  // namespace

TEST_CASE("qos: all alike is fine, nobody's data is nothing") {
  for (const std::string_view id : ids) {
    const CheckResult fine = run(hall_of(right()), id);
    CHECK(fine.judged == 4);
    CHECK(fine.findings.empty());
    Hall silent(plan);
    silent.state("leaf1");
    const CheckResult none = run(silent, id);
    CHECK(none.judged == 0);
    CHECK(none.findings.empty());
  }
}

TEST_CASE("qos: a planned switch that was not read, among others that were, is unknown") {
  for (const std::string_view id : ids) {
    Hall hall = hall_of(right());
    hall.state("leaf3").qos.reset();
    const CheckResult r = run(hall, id);
    CHECK(r.judged == 3);
    CHECK(count(r, Verdict::unknown) == 1);
    CHECK(about(r, "leaf3").observed == "not seen");
  }
}

TEST_CASE("dscp_map: by most switches, and by the plan before them") {
  QosSettings wrong = right();
  wrong.dscp_map = {{26, 0}, {48, 6}};
  Hall hall = hall_of(wrong);
  const CheckResult r = run(hall, "dscp_map");
  REQUIRE(r.findings.size() == 1);
  CHECK(about(r, "leaf2").verdict == Verdict::fail);
  CHECK(about(r, "leaf2").observed == "DSCP 26 to priority 0");
  CHECK(about(r, "leaf2").expected == "DSCP 26 to priority 3");
  hall.plan.intent.roce_dscp = 24;
  hall.plan.intent.roce_priority = 3;
  const CheckResult planned = run(hall, "dscp_map");
  CHECK(count(planned, Verdict::fail) == 4);
  CHECK(about(planned, "leaf1").expected == "DSCP 24 to priority 3");
}

TEST_CASE("dscp_map: a DSCP left out and one at priority 0 are the same") {
  QosSettings same = right();
  same.dscp_map.push_back({10, 0});
  CHECK(run(hall_of(same), "dscp_map").findings.empty());
}

TEST_CASE("dscp_map: two switches that differ, and nobody to say who is right") {
  Hall hall(plan);
  hall.state("leaf1").qos = right();
  hall.state("spine1").qos = QosSettings{};
  const CheckResult r = run(hall, "dscp_map");
  CHECK(r.judged == 0);
  CHECK(count(r, Verdict::unknown) == 4);  // two were not read at all
}

TEST_CASE("qos: one switch alone has nothing to be compared with") {
  for (const std::string_view id : ids) {
    Hall hall(plan);
    hall.plan = Plan{};
    hall.state("leaf1").qos = right();
    const CheckResult r = run(hall, id);
    CHECK(r.judged == 0);
    CHECK(r.findings.empty());
  }
}

TEST_CASE("ecn: off on one switch, off on one port, on where nobody has it") {
  QosSettings off = right();
  off.ecn_ports.clear();
  const CheckResult r = run(hall_of(off), "ecn");
  REQUIRE(r.findings.size() == 1);
  CHECK(about(r, "leaf2").observed == "ECN is off");
  Hall half = hall_of(right());
  half.state("leaf2").queues = {{{"swp1", 0, 1, 1, 0, {}}, {"swp9", 0, 1, 1, 0, {}}}};
  CHECK(about(run(half, "ecn"), "leaf2").observed == "none on swp9");
  Hall none = hall_of(right());
  for (const char* name : {"leaf1", "leaf3", "spine1"}) none.state(name).qos->ecn_ports.clear();
  const CheckResult one = run(none, "ecn");
  CHECK(about(one, "leaf2").verdict == Verdict::warn);
  none.plan.intent.ecn_min = Bytes{150000};
  CHECK(count(run(none, "ecn"), Verdict::fail) == 3);
}

TEST_CASE("adaptive_routing: off on one, and on where the plan does not want it") {
  QosSettings off = right();
  off.adaptive_routing = false;
  Hall hall = hall_of(off);
  const CheckResult r = run(hall, "adaptive_routing");
  REQUIRE(r.findings.size() == 1);
  CHECK(about(r, "leaf2").verdict == Verdict::fail);
  hall.plan.intent.adaptive_routing = false;
  const CheckResult planned = run(hall, "adaptive_routing");
  CHECK(count(planned, Verdict::warn) == 3);
  hall.state("leaf1").qos->adaptive_routing.reset();
  CHECK(run(hall, "adaptive_routing").judged == 3);
}

}  // namespace weft

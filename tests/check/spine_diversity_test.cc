// Leaves that reach one spine only, told without a plan: dx-h11 and what cannot be told.

#include "check/findings.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall, std::string_view id = "spine_diversity") {
  return test::run_check(hall, id);
}

}  // namespace

TEST_CASE("spine_diversity: dx-h11 without any plan") {
  const CheckResult r =
      run(Hall().file("leaf9", "dx-h11.leaf9.lldp.json").file("leaf8", "dx-h11.leaf8.lldp.json"),
          "spine_diversity");
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].subject == "leaf9");
  REQUIRE(r.findings[0].verdict == Verdict::fail);
  REQUIRE(contains(r.findings[0].observed, "no spine diversity on leaf9"));
  const CheckResult alone = run(Hall().file("leaf9", "dx-h11.leaf9.lldp.json"), "spine_diversity");
  REQUIRE(alone.findings.at(0).verdict == Verdict::warn);
}

TEST_CASE("spine_diversity: one uplink, nobody, no data are not known") {
  Hall hall;
  hall.hears("leaf1", "swp51 spine1 swp1\nswp52 spine2 swp1\nswp1 h1 eth0");
  hall.hears("leaf2", "swp51 spine1 swp2").hears("leaf3", "").hears("leaf4", "swp1 h4 eth0");
  hall.interfaces("leaf5", "swp1 up");
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 1);
  REQUIRE(count(r, Verdict::unknown) == 4);
  REQUIRE(r.findings.size() == 4);
  REQUIRE(contains(about(r, "leaf2").observed, "one uplink only is heard, swp51 to spine1"));
  REQUIRE(contains(about(r, "leaf3").observed, "hears nobody"));
  REQUIRE(contains(about(r, "leaf4").observed, "can be told to be a spine"));
  REQUIRE(contains(about(r, "leaf5").observed, "neighbours were not collected"));
}

TEST_CASE("spine_diversity: the plan says that there is one uplink, or none") {
  Hall hall(
      "from,from_port,to,to_port\nleaf1,swp51,spine1,swp1\nleaf2,swp51,spine1,swp2\n"
      "leaf2,swp52,spine2,swp2\nleaf3,swp1,h1,eth0\n");
  hall.hears("leaf1", "swp51 spine1 swp1").hears("leaf2", "swp51 spine1 swp2");
  hall.hears("leaf3", "swp1 h1 eth0");
  const CheckResult r = run(hall);
  REQUIRE(r.findings.size() == 1);
  REQUIRE(about(r, "leaf2").verdict == Verdict::unknown);
}

TEST_CASE("spine_diversity: only spines were collected") {
  Hall one;
  one.hears("spine1", "swp1 leaf1 swp51\nswp2 leaf1 swp52\nswp3 leaf2 swp51\neth0 oob-sw swp1");
  const CheckResult r = run(one);
  REQUIRE(r.judged == 0);
  REQUIRE(r.findings.size() == 2);
  REQUIRE(about(r, "leaf1").verdict == Verdict::unknown);
  REQUIRE(contains(about(r, "leaf1").observed, "heard by spine1 only"));
  one.hears("spine2", "swp3 leaf2 swp52");
  const CheckResult two = run(one);
  REQUIRE(two.judged == 1);
  REQUIRE(two.findings.size() == 1);
  REQUIRE(run(Hall().hears("h1", "eth0 sw1 swp1")).notes.size() == 1);
}

}  // namespace weft

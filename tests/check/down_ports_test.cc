// Ports that are down without a plan that explains them: nv-h01, nv-h02 and siblings.

#include "check/findings.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall) { return test::run_check(hall, "down_ports"); }

}  // namespace

TEST_CASE("down_ports: nv-h02 one is down, one is disabled") {
  const CheckResult r = run(Hall().file("leaf1", "nv-h02.json"));
  REQUIRE(r.judged == 4);
  REQUIRE(count(r, Verdict::warn) == 1);
  REQUIRE(contains(r.findings[0].observed, "down though not disabled: swp17"));
  REQUIRE(count(r, Verdict::skip) == 1);
  REQUIRE(contains(r.findings[1].observed, "disabled by the operator: swp18"));
}

TEST_CASE("down_ports: nv-h01 the switch's own reason") {
  const CheckResult r = run(Hall().file("leaf1", "nv-h01.json"));
  REQUIRE(r.findings.size() == 1);
  REQUIRE(contains(r.findings[0].observed, "swp1s0 ('Cable is unplugged.')"));
}

TEST_CASE("down_ports: a module or a neighbour is a sign, a plan explains its own ports") {
  const auto fill = [](Hall& hall) {
    hall.interfaces("l1",
                    "swp1 down\nswp2 down\nswp3 down\nswp4 up\nswp5 down\nbond0 down\nlo down");
    hall.hears("l1", "swp2 h2 eth0");
    hall.state("l1").interfaces->at(2).module_part = "MMA4Z00-NS";
  };
  Hall hall;
  fill(hall);
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 5);
  REQUIRE(contains(about(r, "l1:swp2").observed, "down, though h2 eth0 was heard on it"));
  REQUIRE(contains(about(r, "l1:swp3").observed, "a module is in it"));
  REQUIRE(contains(r.findings.back().observed, "2 ports are down though not disabled: swp1, swp5"));
  Hall planned("from,from_port,to,to_port\nl1,swp1,h1,eth0\nl1,swp2,h2,eth0\n");
  fill(planned);
  const CheckResult with = run(planned);
  REQUIRE(with.findings.size() == 1);
  REQUIRE(with.findings[0].subject == "l1:swp3");
  REQUIRE(with.findings[0].verdict == Verdict::warn);
}

}  // namespace weft

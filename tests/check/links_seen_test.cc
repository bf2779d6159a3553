// Ends of planned links that were not looked at.

#include "check/findings.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::Hall;

CheckResult run(const Hall& hall) { return test::run_check(hall, "links_seen"); }

}  // namespace

TEST_CASE("links_seen: never collected, collected without its interfaces, no such port") {
  Hall hall(
      "from,from_port,to,to_port\nl1,swp1,h1,eth0\nl1,swp2,h2,eth0\nl1,swp3,h3,eth0\n"
      "l1,swp4s0,h3,eth1\n");
  hall.interfaces("l1", "swp1 up\nswp2 up\nswp3 up\nswp4 up").interfaces("h1", "eth0 up");
  hall.hears("h2", "eth0 l1 swp2");
  const CheckResult r = run(hall);
  REQUIRE(r.findings.size() == 3);
  for (const Finding& f : r.findings) REQUIRE(f.verdict == Verdict::unknown);
  REQUIRE(about(r, "h3").observed == "never collected");
  REQUIRE(about(r, "h3").evidence == std::vector<std::string>{"h3:eth0", "h3:eth1"});
  REQUIRE(contains(about(r, "h2").observed, "no interface state"));
  REQUIRE(contains(about(r, "l1").observed, "no interface of that name"));
  REQUIRE(about(r, "l1").evidence == std::vector<std::string>{"l1:swp4s0"});
}

TEST_CASE("links_seen: many nodes are one finding; no interface state at all is no finding here") {
  std::string text = "from,from_port,to,to_port\n";
  for (int i = 1; i <= 20; ++i)
    text += "l1,swp" + std::to_string(i) + ",h" + std::to_string(i) + ",eth0\n";
  Hall hall(text);
  hall.hears("l1", "swp1 h1 eth0");
  const CheckResult r = run(hall);
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].subject == "20 nodes");
  REQUIRE(r.findings[0].evidence.size() == 20);
}

}  // namespace weft

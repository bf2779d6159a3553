// BGP sessions and ECMP width: the cases fr-h01 to fr-h04 with and without a plan.

#include "check/findings.h"

#include "check/findings_report.h"
#include "observe/observe.h"
#include "support/catch.h"
#include "support/golden.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall, std::string_view id) { return test::run_check(hall, id); }

// Leaf with four uplinks swp51 to swp54.
const std::string plan =
    "from,from_port,to,to_port\nleaf1,swp51,s1-spine1,swp1\nleaf1,swp52,s1-spine2,swp1\n"
    "leaf1,swp53,s1-spine3,swp1\nleaf1,swp54,s1-spine4,swp1\n";

}  // namespace

TEST_CASE("stale_forwarding: the daemon shows two ways, the kernel has one") {
  Hall hall;
  hall.file("leaf01", "stale-group-frr-route.json");
  NodeState& state = hall.state("leaf01");
  CHECK(run(hall, "stale_forwarding").judged == 0);  // the kernel was not seen: nothing is said
  const auto read = find_row(collectors::all(), "collector", "ip_route");
  REQUIRE(read);
  Notes notes;
  REQUIRE((*read)->parse({test::read_test_file("cases/stale-group-kernel-route.json"), "k", 0, ""},
                         state, notes));
  const CheckResult r = run(hall, "stale_forwarding");
  REQUIRE(r.judged > 0);
  REQUIRE(count(r, Verdict::fail) == 1);
  CHECK(contains(r.findings[0].observed, "1 of 2 ways"));
  // With the kernel as the daemon says, nothing is left to tell.
  state.kernel_routes = state.routes;
  CHECK(run(hall, "stale_forwarding").findings.empty());
}

TEST_CASE("bgp_sessions: fr-h01 two faults, one shut down by the operator") {
  const CheckResult r = run(Hall(plan).file("leaf1", "fr-h01.json"), "bgp_sessions");
  REQUIRE(r.judged == 5);
  REQUIRE(count(r, Verdict::skip) == 1);
  REQUIRE(contains(about(r, "192.0.2.78").observed, "shut down by the operator"));
  REQUIRE(contains(about(r, "leaf1:swp53").observed, "no remote AS yet"));
  REQUIRE(about(r, "leaf1:swp53").expected == "established with s1-spine3:swp1");
  REQUIRE(about(r, "192.0.2.77").verdict == Verdict::fail);
  const CheckResult bare = run(Hall().file("leaf1", "fr-h01.json"), "bgp_sessions");
  REQUIRE(count(bare, Verdict::fail) == 2);
}

TEST_CASE("bgp_sessions: fr-h02 the prefix limit") {
  const CheckResult r = run(Hall().file("r", "fr-h02.json"), "bgp_sessions");
  REQUIRE(r.findings.size() == 1);
  REQUIRE(contains(r.findings[0].observed, "prefix limit"));
}

TEST_CASE("bgp_sessions: fr-h03 down with a small uptime, and flapping") {
  const CheckResult r = run(Hall().file("leaf2", "fr-h03.json"), "bgp_sessions");
  REQUIRE(about(r, "swp52").verdict == Verdict::fail);
  REQUIRE(contains(about(r, "swp52").observed, "down for 4 s"));
  REQUIRE(about(r, "swp51").verdict == Verdict::warn);
  REQUIRE(contains(about(r, "swp51").observed, "7 drops, up for 26 s only"));
}

TEST_CASE("bgp_sessions: a peer on the wrong port, a planned link without a session, EVPN") {
  Hall hall(plan);
  auto& peers = hall.state("leaf1").bgp_peers.emplace();
  peers.push_back({"swp51", "ipv4Unicast", "default", true, "Established", "s1-spine2"});
  peers.push_back({"swp51", "l2VpnEvpn", "default", true, "Idle"});
  peers.push_back(
      {"swp52", "ipv4Unicast", "default", true, "Established", "s1-spine2.lab.example"});
  hall.state("leaf2").bgp_peers.emplace().push_back(
      {"swp1", "ipv4Unicast", "default", true, "Established"});
  const CheckResult r = run(hall, "bgp_sessions");
  REQUIRE(contains(about(r, "leaf1:swp51").observed, "wrong port"));
  REQUIRE(contains(about(r, "leaf1:swp53").observed, "no BGP session is configured"));
  const CheckResult evpn = run(hall, "evpn_sessions");
  REQUIRE(contains(about(evpn, "leaf2").observed, "no EVPN session"));
  const auto family = std::ranges::find_if(
      r.findings, [](const Finding& f) { return contains(f.expected, "l2VpnEvpn"); });
  REQUIRE(family != r.findings.end());
}

TEST_CASE("ecmp_width: fr-h04 only what is in the forwarding table carries") {
  for (const bool with_plan : {false, true}) {
    const CheckResult r =
        run(Hall(with_plan ? plan : "").file("leaf1", "fr-h04.json"), "ecmp_width");
    REQUIRE(r.judged == 1);
    REQUIRE(r.findings.size() == 1);
    REQUIRE(r.findings[0].verdict == Verdict::fail);
    REQUIRE(contains(r.findings[0].subject, "198.51.100.0/24"));
    REQUIRE(contains(r.findings[0].observed, "2 of 4 uplinks carry it (swp51, swp52)"));
    REQUIRE(contains(r.findings[0].observed, "swp53 inactive"));
    REQUIRE(contains(r.findings[0].observed, "swp54 active but not installed"));
  }
}

TEST_CASE("ecmp_width: an uplink that no route lists, for many prefixes at once") {
  Hall hall(plan);
  auto& routes = hall.state("leaf1").routes.emplace();
  for (int i = 0; i < 5; ++i) {
    Route& route = routes.emplace_back();
    route.prefix = "198.51.100." + std::to_string(i) + "/32";
    route.protocol = "bgp";
    route.selected = route.installed = true;
    for (const char* port : {"swp51", "swp52", "swp53"})
      route.next_hops.push_back({port, "", true, true});
  }
  const CheckResult r = run(hall, "ecmp_width");
  REQUIRE(r.findings.size() == 1);
  REQUIRE(contains(r.findings[0].subject, "5 prefixes"));
  REQUIRE(contains(r.findings[0].observed, "3 of 4"));
}

TEST_CASE("checks: a group that is not there, and nothing to judge is unknown") {
  const Hall hall;
  REQUIRE_FALSE(run_checks("wirring", hall.input(), {}, Instant{0}).has_value());
  const auto report = run_checks("routing", hall.input(), {}, Instant{0});
  REQUIRE(report->verdict == Verdict::unknown);
}

}  // namespace weft

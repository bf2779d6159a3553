// BGP sessions beyond fr-h01 to fr-h03: every state, nobody at all, numbered peers, what was not
// collected.

#include "check/findings.h"

#include "check/findings_report.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall) { return test::run_check(hall, "bgp_sessions"); }

const std::string plan =
    "from,from_port,to,to_port\nleaf1,swp51,spine1,swp1\nleaf1,swp52,spine2,swp1\n"
    "leaf2,swp51,spine1,swp2\nleaf1,swp1,h1,eth0\n";

BgpPeer peer(std::string name, std::string state, bool by_interface = true) {
  BgpPeer p;
  p.peer = std::move(name);
  p.family = "ipv4Unicast";
  p.by_interface = by_interface;
  p.state = std::move(state);
  p.remote_as = 65001;
  return p;
}

}  // namespace

TEST_CASE("bgp_sessions: every state of FRR") {
  struct Row {
    const char* state;
    Verdict verdict;
    const char* observed;
  };
  const Row rows[] = {
      {"Idle", Verdict::fail, "Idle"},
      {"Idle (Admin)", Verdict::skip, "shut down by the operator"},
      {"Idle (PfxCt)", Verdict::fail, "prefix limit reached"},
      {"Connect", Verdict::fail, "Connect: waiting for the far end to accept"},
      {"Active", Verdict::fail, "Active: trying to connect"},
      {"OpenSent", Verdict::fail, "look at AS numbers"},
      {"OpenConfirm", Verdict::fail, "OPEN was exchanged"},
      {"Clearing", Verdict::fail, "Clearing: just torn down"},
      {"Deleted", Verdict::fail, "being removed"},
      {"", Verdict::unknown, "no state was given"},
      {"Sleeping", Verdict::unknown, "state 'Sleeping' is not known"},
  };
  for (const Row& row : rows) {
    INFO(row.state);
    Hall hall;
    hall.state("leaf1").bgp_peers.emplace().push_back(peer("192.0.2.1", row.state, false));
    const CheckResult r = run(hall);
    REQUIRE(r.findings.size() == 1);
    REQUIRE(r.findings[0].verdict == row.verdict);
    REQUIRE(contains(r.findings[0].observed, row.observed));
  }
}

TEST_CASE("bgp_sessions: nobody at all fails where the plan has links, else is not known") {
  Hall hall(plan);
  hall.state("leaf1").bgp_peers.emplace();
  hall.state("h1").bgp_peers.emplace();
  const CheckResult r = run(hall);
  REQUIRE(about(r, "leaf1").verdict == Verdict::fail);
  REQUIRE(contains(about(r, "leaf1").expected, "2 planned links"));
  REQUIRE(contains(about(r, "leaf1").observed, "no BGP session at all"));
  REQUIRE(about(r, "h1").verdict == Verdict::unknown);
  REQUIRE(run_checks("routing", hall.input(), {}, Instant{0})->verdict == Verdict::fail);
}

TEST_CASE("bgp_sessions: a leaf with hosts only needs none") {
  Hall hall("from,from_port,to,to_port\nleaf1,swp1,h1,eth0\nleaf1,swp2,h2,eth0\n");
  hall.state("leaf1").bgp_peers.emplace();
  REQUIRE(run(hall).findings.empty());
}

TEST_CASE("bgp_sessions: switches of the plan that were not collected") {
  Hall hall(plan);
  hall.state("leaf1").bgp_peers.emplace() = {peer("swp51", "Established"),
                                             peer("swp52", "Established")};
  hall.hears("spine1", "swp1 leaf1 swp51");
  const CheckResult r = run(hall);
  REQUIRE(count(r, Verdict::unknown) == 3);  // spine1, spine2, leaf2; not the host
  REQUIRE(contains(about(r, "spine1").expected, "2 planned links"));
  REQUIRE(run_checks("routing", hall.input(), {}, Instant{0})->verdict == Verdict::unknown);
  REQUIRE(contains(run(Hall(plan)).notes.at(0), "no BGP sessions were collected"));
}

TEST_CASE("bgp_sessions: numbered peers are joined to their ports by subnet") {
  Hall hall(plan);
  hall.interfaces("leaf1", "swp51 up\nswp52 up");
  NodeState& leaf = hall.state("leaf1");
  leaf.interfaces->at(0).addresses = {"192.0.2.0/31", "2001:db8::/127"};
  leaf.interfaces->at(1).addresses = {"192.0.2.2/31"};
  leaf.bgp_peers.emplace() = {peer("192.0.2.1", "Established", false),
                              peer("2001:db8::1", "Active", false)};
  leaf.bgp_peers->at(0).hostname = "spine2";
  const CheckResult r = run(hall);
  REQUIRE(contains(about(r, "leaf1:192.0.2.1").observed, "the peer is on the wrong port"));
  REQUIRE(about(r, "leaf1:2001:db8::1").expected == "established with spine1:swp1");
  REQUIRE(contains(about(r, "leaf1:swp52").observed, "no BGP session is configured"));
}

TEST_CASE("evpn_sessions: with some peers only") {
  Hall hall;
  auto& peers = hall.state("leaf1").bgp_peers.emplace();
  peers = {peer("swp51", "Established"), peer("swp52", "Established"),
           peer("swp51", "Established")};
  peers[2].family = "l2VpnEvpn";
  const CheckResult r = test::run_check(hall, "evpn_sessions");
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].verdict == Verdict::warn);
  REQUIRE(r.findings[0].observed == "no EVPN with swp52");
}

TEST_CASE("bgp_sessions: the same address in two VRFs is two sessions") {
  Hall hall;
  auto& peers = hall.state("leaf1").bgp_peers.emplace();
  peers = {peer("192.0.2.1", "Established", false), peer("192.0.2.1", "Active", false)};
  peers[1].vrf = "red";
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 2);
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].subject == "leaf1:192.0.2.1 (vrf red)");
}

}  // namespace weft

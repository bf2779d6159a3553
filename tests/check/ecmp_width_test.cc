// ECMP width beyond fr-h04: recursive next hops, prefixes of one spine, weights, IPv6, what was not
// collected.

#include "check/findings.h"

#include "check/findings_report.h"

namespace weft {
namespace {

using test::about;
using test::contains;
using test::count;
using test::Hall;

CheckResult run(const Hall& hall) { return test::run_check(hall, "ecmp_width"); }

// Leaf with two uplinks to each of two spines, another leaf beside it.
const std::string plan =
    "from,from_port,to,to_port\nleaf1,swp51,spine1,swp1\nleaf1,swp52,spine1,swp2\n"
    "leaf1,swp53,spine2,swp1\nleaf1,swp54,spine2,swp2\nleaf2,swp51,spine1,swp3\n"
    "leaf2,swp53,spine2,swp3\n";

Route& route(Hall& hall, const std::string& prefix, const std::vector<std::string>& ports) {
  NodeState& leaf = hall.state("leaf1");
  if (!leaf.routes) leaf.routes.emplace();
  Route& made = leaf.routes->emplace_back();
  made.prefix = prefix;
  made.protocol = "bgp";
  made.selected = made.installed = true;
  for (const std::string& port : ports) made.next_hops.push_back({port, "", true, true, 1});
  return made;
}

const std::vector<std::string> all_four = {"swp51", "swp52", "swp53", "swp54"};

}  // namespace

TEST_CASE("ecmp_width: a real daemon's recursive, onlink, blackhole and duplicate next hops") {
  const CheckResult r = run(Hall().file("leaf1", "lab/frr-route-recursive.json"));
  REQUIRE(r.judged == 6);
  REQUIRE(r.findings.empty());
  const CheckResult six = run(Hall().file("leaf1", "lab/frr-route6.json"));
  REQUIRE(six.judged == 1);
  REQUIRE(six.findings.empty());
}

TEST_CASE("ecmp_width: recursive next hops that resolve to all planned uplinks") {
  Hall hall(plan);
  hall.file("leaf1", "fr-recursive.json");
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 2);
  REQUIRE(count(r, Verdict::fail) == 1);
  REQUIRE(contains(about(r, "198.51.101.0/24").observed,
                   "3 of 4 uplinks carry it (swp51, swp52, swp53); swp54 not among"));
}

TEST_CASE("ecmp_width: the prefix of one spine goes through that spine only") {
  Hall hall(plan);
  route(hall, "198.51.100.0/24", all_four);
  route(hall, "10.0.0.101/32", {"swp51", "swp52"});
  const CheckResult taken = run(hall);
  REQUIRE(taken.findings.size() == 1);  // leaf2 was not collected
  REQUIRE(about(taken, "leaf2").verdict == Verdict::unknown);
  REQUIRE(contains(taken.notes.at(0), "1 route"));
  hall.interfaces("spine1", "lo up").interfaces("spine2", "lo up");
  hall.state("spine1").interfaces->front().addresses = {"10.0.0.101/32"};
  hall.state("spine2").interfaces->front().addresses = {"10.0.0.102/32"};
  REQUIRE(run(hall).findings.size() == 1);
  REQUIRE(run(hall).notes.empty());
  route(hall, "10.0.0.12/32", {"swp53", "swp54"});  // nobody's above: a leaf that lost its link
  REQUIRE(contains(about(run(hall), "10.0.0.12/32").observed, "2 of 4"));
}

TEST_CASE("ecmp_width: one spine only, and no route goes elsewhere") {
  Hall hall(plan);
  route(hall, "10.0.0.101/32", {"swp51", "swp52"});
  route(hall, "10.0.0.12/32", {"swp51", "swp52"});
  REQUIRE(contains(about(run(hall), "leaf1 2 prefixes").observed, "swp53 not among"));
}

TEST_CASE("ecmp_width: half of the links to one spine is narrow, whatever the prefix") {
  Hall hall(plan);
  route(hall, "198.51.100.0/24", all_four);
  route(hall, "10.0.0.101/32", {"swp51"});
  REQUIRE(about(run(hall), "10.0.0.101/32").verdict == Verdict::fail);
}

TEST_CASE("ecmp_width: to a spine lead the links to that spine only") {
  Hall hall(plan);
  hall.interfaces("spine1", "lo up").interfaces("spine2", "lo up");
  hall.state("spine1").interfaces->front().addresses = {"10.0.0.101/32"};
  hall.state("spine2").interfaces->front().addresses = {"10.0.0.102/32"};
  route(hall, "198.51.100.0/24", all_four);
  route(hall, "10.0.0.101/32", {"swp51"});
  REQUIRE(contains(about(run(hall), "10.0.0.101/32").observed,
                   "1 of 2 uplinks carry it (swp51); swp52 not among"));
}

TEST_CASE("ecmp_width: a spine uses all its links to a leaf") {
  Hall hall(plan);
  NodeState& spine = hall.state("spine1");
  spine.routes.emplace(2);
  spine.routes->at(0) = {
      "10.16.1.0/24", "bgp", "default", true, true, {{"swp1", "", true, true, 1}}, 1};
  spine.routes->at(1) = {
      "10.16.2.0/24", "bgp", "default", true, true, {{"swp3", "", true, true, 1}}, 2};
  const CheckResult r = run(hall);
  REQUIRE(count(r, Verdict::fail) == 1);
  REQUIRE(contains(about(r, "10.16.1.0/24").observed,
                   "1 of 2 links down carry it (swp1); swp2 not among"));
}

TEST_CASE("ecmp_width: a spine that lost a leaf is told once, not at each leaf that sends less") {
  Hall hall(plan);
  route(hall, "10.16.2.0/24", {"swp53", "swp54"});  // leaf2's, by spine2 only
  const auto add = [&](const std::string& node, const std::string& prefix,
                       const std::string& port) {
    NodeState& state = hall.state(node);
    if (!state.routes) state.routes.emplace();
    state.routes->push_back({prefix, "bgp", "default", true, true, {{port, "", true, true, 1}}, 1});
  };
  add("spine2", "10.16.2.0/24", "swp3");
  add("leaf2", "10.16.2.0/24", "lo");
  REQUIRE(contains(about(run(hall), "leaf1 10.16.2.0/24").observed, "swp51 not among"));
  add("spine1", "10.0.0.9/32", "swp3");
  const CheckResult r = run(hall);
  REQUIRE(count(r, Verdict::fail) == 1);
  REQUIRE(contains(about(r, "spine1 10.16.2.0/24").expected, "cable to leaf2"));
  hall.state("leaf2").routes->clear();  // who has it below is not known: only said
  add("leaf2", "10.0.0.9/32", "lo");
  REQUIRE(count(run(hall), Verdict::fail) == 0);
  REQUIRE(contains(run(hall).notes.at(0), "spine1 has no way to 1 prefix"));
}

TEST_CASE("ecmp_width: unequal weights warn, blackholes are no group, no mark is not known") {
  Hall hall;
  route(hall, "198.51.100.0/24", {"swp1", "swp2"}).next_hops[1].weight = 3;
  route(hall, "198.18.0.0/24", {""}).next_hops[0].drops = true;
  Route& unmarked = route(hall, "198.51.101.0/24", {"swp1", "swp2"});
  for (NextHop& hop : unmarked.next_hops) hop.installed = false;
  Route& dead = route(hall, "198.51.102.0/24", {"swp1"});
  dead.installed = dead.next_hops[0].installed = dead.next_hops[0].active = false;
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 3);
  REQUIRE(r.findings.size() == 3);
  REQUIRE(about(r, "198.51.100.0/24").verdict == Verdict::warn);
  REQUIRE(contains(about(r, "198.51.100.0/24").observed, "swp1 1, swp2 3"));
  REQUIRE(about(r, "198.51.101.0/24").verdict == Verdict::unknown);
  REQUIRE(about(r, "198.51.102.0/24").verdict == Verdict::fail);
}

TEST_CASE("ecmp_width: an uplink is known by its other names too") {
  Hall hall("from,from_port,to,to_port\nleaf1,Swp51,spine1,swp1\nleaf1,uplink2,spine2,swp1\n");
  hall.interfaces("leaf1", "swp51 up\nswp52 up");
  hall.state("leaf1").interfaces->at(1).other_names = {"uplink2"};
  route(hall, "198.51.100.0/24", {"swp51", "swp52"});
  REQUIRE(run(hall).findings.empty());
}

TEST_CASE("ecmp_width: no routes anywhere is said") {
  const CheckResult r = run(Hall(plan));
  REQUIRE(r.judged == 0);
  REQUIRE(contains(r.notes.at(0), "no routes were collected"));
}

}  // namespace weft

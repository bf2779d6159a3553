// Cabling: what each pattern of cables is called, which ends move, and what cannot be decided.

#include "check/cabling.h"

#include <fmt/format.h>

#include "base/text.h"
#include "plan/only.h"
#include "support/catch.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::contains;
using test::Hall;
using test::link_at;
using test::states;

const std::string head = "from,from_port,to,to_port\n";

// A leaf with hosts on swp1 to swpN; `at(i)` is the port where host i really is.
template <class At>
Hall row(int hosts, At at) {
  std::string plan = head, heard;
  for (int i = 1; i <= hosts; ++i) {
    plan += fmt::format("leaf1,swp{},h{},eth0\n", i, i);
    if (at(i) > 0) heard += fmt::format("swp{} h{} eth0\n", at(i), i);
  }
  Hall hall(plan);
  hall.hears("leaf1", heard);
  return hall;
}

}  // namespace

TEST_CASE("cabling: both ends, one end, and no end") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp2,h2,eth0\nl2,swp1,h3,eth0\n");
  hall.hears("l1", "swp1 h1 eth0").hears("h1", "eth0 l1 swp1").hears("h2", "eth0 l1 swp2");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ok not_checked");
  REQUIRE(contains(link_at(c, "l1:swp2").reason, "one way"));
  REQUIRE(contains(c.findings[0].evidence[0], "nothing was collected"));
  REQUIRE(c.findings[0].verdict == Verdict::unknown);
}

TEST_CASE("cabling: a node that was not collected though others like it were is a hole") {
  const std::string plan = head +
                           "leaf-1,swp1,spine-1,swp1\nleaf-1,swp2,spine-2,swp1\n"
                           "leaf-2,swp1,spine-1,swp2\nleaf-2,swp2,spine-2,swp2\n";
  Hall hall(plan);
  hall.hears("leaf-1", "swp1 spine-1 swp1\nswp2 spine-2 swp1")
      .hears("leaf-2", "swp1 spine-1 swp2\nswp2 spine-2 swp2");
  const Cabling leaves = hall.cabling();  // nobody asked about spines
  REQUIRE(states(leaves) == "ok ok ok ok");
  REQUIRE(leaves.findings.empty());
  REQUIRE(contains(leaves.notes.at(0), "spine-1, spine-2"));
  hall.hears("spine-1", "swp1 leaf-1 swp1\nswp2 leaf-2 swp1");
  const Cabling hole = hall.cabling();
  REQUIRE(states(hole) == "ok ok ok ok");
  REQUIRE(hole.findings.size() == 1);
  REQUIRE(hole.findings[0].subject == "spine-2");
  REQUIRE(hole.findings[0].verdict == Verdict::unknown);
  REQUIRE(contains(hole.findings[0].observed, "no data from 1 node"));
}

TEST_CASE("cabling: a rotation of three is one finding with three moves") {
  const Cabling c = row(4, [](int i) { return i == 4 ? 4 : i % 3 + 1; }).cabling();
  REQUIRE(states(c) == "wrong wrong wrong ok");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed, "3 cables are rotated"));
  REQUIRE(c.moves.size() == 3);
  REQUIRE(c.steps.size() == 4);
  REQUIRE(c.steps.front().action == "park");
  REQUIRE(c.steps.back().action == "plug");
}

TEST_CASE("cabling: a row shifted by two is one finding") {
  const Cabling c = row(8, [](int i) { return i <= 2 ? i : i + 2; }).cabling();
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed, "2 ports too high"));
  REQUIRE(c.moves.size() == 6);
}

TEST_CASE("cabling: a row shifted down") {
  const Cabling c = row(8, [](int i) { return i <= 3 ? i : i == 4 ? 0 : i - 1; }).cabling();
  REQUIRE(std::ranges::count(c.findings, "cabling", &Finding::check) == 1);
  REQUIRE(contains(c.findings[0].observed, "1 port too low"));
}

TEST_CASE("cabling: one cable in a wrong port, one move") {
  const Cabling c = row(3, [](int i) { return i == 2 ? 9 : i; }).cabling();
  REQUIRE(states(c) == "ok wrong ok");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].next_step, "leaf1:swp9 to leaf1:swp2"));
}

TEST_CASE("cabling: two hosts exchanged as a whole are one finding") {
  std::string plan = head;
  for (int r = 0; r < 4; ++r)
    for (int h = 1; h <= 3; ++h) plan += fmt::format("r{}-leaf,swp{},hgx-{},eth{}\n", r, h, h, r);
  Hall hall(plan);
  for (int r = 0; r < 4; ++r)
    hall.hears(fmt::format("r{}-leaf", r),
               fmt::format("swp1 hgx-2 eth{0}\nswp2 hgx-1 eth{0}\nswp3 hgx-3 eth{0}", r));
  const Cabling c = hall.cabling();
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].subject == "hgx-1 and hgx-2");
  REQUIRE(contains(c.findings[0].next_step, "names"));
  REQUIRE(c.moves.size() == 8);
}

TEST_CASE("cabling: a host that is silent on all its links is one finding") {
  std::string plan = head;
  for (int r = 0; r < 4; ++r)
    plan += fmt::format("r{0}-leaf,swp1,h1,eth{0}\nr{0}-leaf,swp2,h2,eth{0}\n", r);
  Hall hall(plan);
  for (int r = 0; r < 4; ++r)
    hall.hears(fmt::format("r{}-leaf", r), fmt::format("swp2 h2 eth{}", r));
  const Cabling c = hall.cabling();
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].subject == "h1");
  REQUIRE(contains(c.findings[0].observed, "nothing is heard on any"));
  REQUIRE(c.findings[0].verdict == Verdict::fail);
}

TEST_CASE("cabling: a device that calls itself by another name is told by its MAC") {
  Hall hall("from,from_port,to,to_port\nleaf1,swp1,h1,eth0\nleaf1,swp2,h2,eth0\n");
  hall.hears("leaf1", "swp1 spare 02:00:5e:00:01:01 eth0\nswp2 h2 eth0");
  hall.hears("h1", "eth0 leaf1 swp1").hears("h2", "eth0 leaf1 swp2");
  REQUIRE(states(hall.cabling()) == "wrong ok");
  hall.interfaces("h1", "eth0 up 02:00:5e:00:01:01");
  const Cabling told = hall.cabling();
  REQUIRE(states(told) == "ok ok");
  REQUIRE(told.findings.size() == 1);
  REQUIRE(told.findings[0].verdict == Verdict::fail);
  REQUIRE(told.findings[0].subject == "h1");
  REQUIRE(contains(told.findings[0].observed, "calls itself 'spare' on 1 port"));
  hall.interfaces("stranger", "eth0 up 02:00:5e:00:01:01");  // two machines claim it
  REQUIRE(states(hall.cabling()) == "wrong ok");
}

TEST_CASE("cabling: ends that contradict each other are ambiguous, with both entries") {
  Hall hall(head + "l1,swp1,h1,eth0\n");
  hall.hears("l1", "swp1 h1 eth0").hears("h1", "eth0 l1 swp7");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous");
  REQUIRE(contains(c.links[0].reason, "stale"));
  REQUIRE(c.links[0].raw.size() == 2);
}

TEST_CASE("cabling: what both ends confirm outweighs a stale entry") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp2,h2,eth0\n");
  hall.hears("l1", "swp1 h1 eth0\nswp2 h1 eth0").hears("h1", "eth0 l1 swp1");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ambiguous");
}

TEST_CASE("cabling: an old and a new record on one port wait for the old one to expire") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp2,h2,eth0\n");
  hall.hears("l1", "swp1 h1 eth0 - 90000\nswp1 h2 eth0 - 20");
  const Cabling c = hall.cabling();
  REQUIRE(link_at(c, "l1:swp1").state == LinkState::ambiguous);
  REQUIRE(contains(link_at(c, "l1:swp1").reason, "expire"));
}

TEST_CASE("cabling: a stale entry towards a port that is down") {
  Hall hall(head + "l1,swp1,h1,eth0\n");
  hall.hears("l1", "swp1 h1 eth0").hears("h1", "").interfaces("h1", "eth0 down");
  REQUIRE(states(hall.cabling()) == "ambiguous");
}

TEST_CASE("cabling: up but silent is ambiguous, disabled and down are missing with the reason") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp2,h2,eth0\nl1,swp3,h3,eth0\n");
  hall.hears("l1", "").interfaces("l1", "swp1 up\nswp2 disabled\nswp3 down");
  hall.state("l1").interfaces->back().down_reason = "Cable is unplugged.";
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous missing missing");
  REQUIRE(contains(link_at(c, "l1:swp2").reason, "disabled by the operator"));
  REQUIRE(contains(link_at(c, "l1:swp3").reason, "Cable is unplugged."));
}

TEST_CASE("cabling: extra neighbours warn, those of an unplanned device together") {
  Hall hall(head + "l1,swp1,h1,eth0\n");
  hall.hears("l1", "swp1 h1 eth0\nswp40 x1 e1\nswp41 x1 e2\nswp42 x1 e3\nswp43 x1 e4\neth0 oob g1");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok extra extra extra extra");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].verdict == Verdict::warn);
  REQUIRE(c.findings[0].subject == "x1");
  REQUIRE(c.notes.size() == 2);  // eth0 is management
}

TEST_CASE("cabling: a link that is only planned is skipped") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp2,h2,eth0\n");
  hall.plan.links[1].status = LinkStatus::planned;
  const Cabling c = hall.hears("l1", "swp1 h1 eth0").cabling();
  REQUIRE(c.links[1].verdict == Verdict::skip);
  REQUIRE(c.findings.empty());
}

TEST_CASE("cabling: a port that the plan gives twice is a fault of the plan") {
  Hall hall(head + "l1,swp1,h1,eth0\nl1,swp1,h2,eth0\nl1,swp3,h3,eth0\n");
  const Cabling c = hall.hears("l1", "swp1 h1 eth0\nswp3 h3 eth0").cabling();
  REQUIRE(states(c) == "ambiguous ambiguous ok");
  for (const Finding& f : c.findings) REQUIRE(f.verdict == Verdict::fail);
}

TEST_CASE("cabling: other names of a port, and a bond for its members") {
  Hall hall(head + "l1,swp1,h1,enp26s0f0np0\nl1,swp2,h1,bond0\n");
  hall.hears("l1", "swp1 h1 ens1f0np0\nswp2 h1 ens2f0np0");
  hall.interfaces("h1", "ens1f0np0 up\nens2f0np0 up\nbond0 up");
  hall.state("h1").interfaces->at(0).other_names = {"enp26s0f0np0"};
  hall.state("h1").interfaces->at(1).master = "bond0";
  hall.state("h1").interfaces->at(2).kind = "bond";
  REQUIRE(states(hall.cabling()) == "ok ok");
}

TEST_CASE("cabling: only the chosen part is judged") {
  Hall hall(head + "l1,swp1,h1,eth0\nl2,swp1,h1,eth1\n");
  hall.hears("l1", "swp1 h1 eth0").hears("l2", "swp9 x eth0");
  const auto part = only(hall.plan, "l1");
  REQUIRE(part.has_value());
  const Cabling c = hall.cabling(PlanPart(*part));
  REQUIRE(c.links.size() == 1);
  REQUIRE(c.findings.empty());
}

TEST_CASE("cabling: every link that is not fine is in some finding") {
  // Any mix of faults: the verdict of the findings is the worst of the links.
  for (unsigned seed = 1; seed < 400; ++seed) {
    unsigned state = seed * 2654435761u;
    const auto next = [&](unsigned n) {
      state = state * 1664525u + 1013904223u;
      return (state >> 8) % n;
    };
    std::string plan = head, leaf, host;
    for (unsigned i = 1; i <= 8; ++i) {
      plan += fmt::format("l1,swp{},h{},eth{}\n", i, 1 + i / 3, i % 3);
      if (next(3) != 0)
        leaf += fmt::format("swp{} h{} eth{}\n", 1 + next(10), 1 + next(4), next(3));
      if (next(4) == 0) host += fmt::format("eth{} l1 swp{}\n", next(3), 1 + next(10));
    }
    Hall hall(plan);
    if (next(5) != 0) hall.hears("l1", leaf);
    if (next(2) != 0) hall.hears("h2", host);
    const Cabling c = hall.cabling();
    Verdict links = Verdict::pass, told = Verdict::pass;
    for (const LinkResult& r : c.links) links = worst(links, r.verdict);
    for (const Finding& f : c.findings) told = worst(told, f.verdict);
    INFO("seed " << seed << " states " << states(c));
    REQUIRE(told == links);
  }
}

}  // namespace weft

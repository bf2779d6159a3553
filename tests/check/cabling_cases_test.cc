// The wiring cases of the case set, and siblings of each kind.

#include "base/text.h"
#include "check/changes.h"
#include "support/catch.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::contains;
using test::Hall;
using test::link_at;
using test::states;

std::size_t findings(const Cabling& c, Verdict verdict) {
  return std::size_t(std::ranges::count(c.findings, verdict, &Finding::verdict));
}

}  // namespace

TEST_CASE("cabling: ll-h03 two speakers on one port, a host and its DPU") {
  const Cabling c =
      Hall::of_case("ll-h03.plan.csv").file("q-leaf1", "ll-h03.q-leaf1.json").cabling();
  REQUIRE(states(c) == "ok ok");
  REQUIRE(contains(link_at(c, "q-leaf1:swp1").reason, "hgx-07-bf0:p0"));
  REQUIRE(link_at(c, "q-leaf1:swp1").decided_by == "port description");
  REQUIRE(c.findings.empty());
  REQUIRE(c.ports_heard == 3);
}

TEST_CASE("cabling: ll-h04 a neighbour without a name is ambiguous, unless its MAC is known") {
  Hall hall = Hall::of_case("ll-h04.plan.csv").file("q-leaf2", "ll-h04.q-leaf2.json");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].verdict == Verdict::unknown);
  REQUIRE(contains(c.findings[0].observed, "02:00:5e:42:31:01"));
  REQUIRE(contains(c.findings[0].next_step, "lldpd"));
  hall.interfaces("hgx-31", "eth1 up 02:00:5e:42:31:01");
  const Cabling known = hall.cabling();
  REQUIRE(states(known) == "ok");
  REQUIRE(known.links[0].decided_by == "MAC of the interface");
}

TEST_CASE("cabling: a nameless neighbour is named by its chassis, known from another port") {
  Hall hall("a_device,a_port,b_device,b_port\nl1,swp1,h1,eth0\nl1,swp2,h1,eth1\n");
  hall.hears("l1", "swp1 h1 eth0\nswp2 - eth1");
  for (Neighbour& n : *hall.state("l1").neighbours) n.chassis_id = "02:00:5e:00:00:01";
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ok");
}

TEST_CASE("cabling: ll-h05 port ids that are MACs") {
  Hall hall = Hall::of_case("ll-h05.plan.csv").file("q-leaf3", "ll-h05.q-leaf3.json");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok wrong ambiguous");
  REQUIRE(contains(link_at(c, "q-leaf3:swp2").reason, "right device, wrong port"));
  REQUIRE(contains(link_at(c, "q-leaf3:swp2").reason, "gpu-a2:enp88s0np0"));
  REQUIRE(link_at(c, "q-leaf3:swp2").decided_by == "port description");
  REQUIRE(contains(link_at(c, "q-leaf3:swp3").reason, "cannot be told"));
  hall.interfaces("gpu-a3", "enp26s0np0 up 02:00:5e:43:03:10\nenp88s0np0 up 02:00:5e:43:03:20");
  REQUIRE(states(hall.cabling()) == "ok wrong ok");
}

TEST_CASE("cabling: ll-h07 no neighbours is not no data") {
  const std::string plan =
      "a_device,a_port,b_device,b_port\nleaf,swp1,host,eth0\nleaf,swp2,host2,eth0\n";
  for (const char* file : {"ll-h07.a.json", "ll-h07.b.json"}) {
    const Cabling c = Hall(plan).file("leaf", file).cabling();
    REQUIRE(states(c) == "missing missing");
    REQUIRE(findings(c, Verdict::fail) == c.findings.size());
  }
  std::set<std::string> messages;
  for (const char* file : {"ll-h07.c.json", "ll-h07.d.json"}) {
    const Cabling c = Hall(plan).file("leaf", file).cabling();
    REQUIRE(states(c) == "not_checked not_checked");
    REQUIRE(c.findings.size() == 1);
    REQUIRE(c.findings[0].verdict == Verdict::unknown);
    REQUIRE(c.findings[0].check == "collection");
    messages.insert(join(c.findings[0].evidence, "\n"));
  }
  REQUIRE(messages.size() == 2);
  REQUIRE(contains(*messages.begin() + *messages.rbegin(), "unable to connect to socket"));
}

TEST_CASE("cabling: ll-h08 another protocol is no neighbour, and is said") {
  const std::string plan =
      "a_device,a_port,b_device,b_port\nsw,swp20,q-spine2,swp20\nsw,swp21,q-spine3,swp21\n";
  const Cabling c = Hall(plan).file("sw", "ll-h08.json").cabling();
  REQUIRE(states(c) == "ok ambiguous");
  REQUIRE(contains(link_at(c, "sw:swp21").reason, "CDPv2 neighbour old-sw/Gi0/1"));
  REQUIRE(contains(link_at(c, "sw:swp21").reason, "no LLDP"));
}

TEST_CASE("changes: ll-h09 a neighbour that had only just come up is lost again") {
  Hall before, after;
  before.file("sw", "ll-h09.t0.json");
  after.file("sw", "ll-h09.t1.json");
  const auto changes = neighbour_changes(before.seen, after.seen);
  REQUIRE(changes.size() == 1);
  REQUIRE(changes[0].subject == "sw:swp31");
  REQUIRE(changes[0].verdict == Verdict::fail);
  REQUIRE(contains(changes[0].observed, "q-spine6:swp2 (age 40 s"));
  REQUIRE(neighbour_changes(after.seen, before.seen).at(0).verdict == Verdict::warn);
  REQUIRE(neighbour_changes(before.seen, Snapshot{}).at(0).verdict == Verdict::unknown);
}

TEST_CASE("changes: an earlier snapshot that could not be read is said, node by node") {
  Hall before, after;
  after.file("sw", "ll-h09.t1.json").file("sw2", "ll-h09.t1.json");
  before.file("sw", "ll-h07.c.json");             // an empty file: a gap with its name
  before.seen.nodes.emplace_back().name = "sw2";  // a folder without any LLDP answer: no gap
  const auto changes = neighbour_changes(before.seen, after.seen);
  REQUIRE(changes.size() == 2);
  for (const Finding& one : changes) REQUIRE(one.verdict == Verdict::unknown);
  REQUIRE(changes[0].subject == "sw");
  REQUIRE(contains(changes[0].observed, "ll-h07.c.json"));
  REQUIRE(changes[1].subject == "sw2");
}

TEST_CASE("cabling: pl-h03 domains, and a link that asks for the full name") {
  const Cabling c =
      Hall::of_case("pl-h03.plan.dot").file("su1-leaf1", "pl-h03.su1-leaf1.lldp.json").cabling();
  REQUIRE(states(c) == "ok ok wrong");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed,
                   "plan su1-spine4.dc7.example, LLDP says su1-spine4 (no domain)"));
  REQUIRE(c.notes.size() == 2);
  REQUIRE(contains(c.notes[0], "domain"));
  REQUIRE(contains(c.notes[1], "2 devices not collected, nor any of that kind"));
}

TEST_CASE("cabling: names that share their host part are told apart by their domain") {
  Hall hall(
      "a_device,a_port,b_device,b_port\nl1,swp1,s1.east.example,swp1\nl1,swp2,s1.west.example,"
      "swp1\n");
  hall.hears("l1", "swp1 S1.EAST.example swp1\nswp2 s1 swp1");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ambiguous");
  REQUIRE(contains(c.links[1].reason, "more than one"));
}

TEST_CASE("cabling: pl-h04 a port that the plan gives twice is one finding") {
  Hall hall = Hall::of_case("pl-h04.dot");
  hall.hears("ln01", "swp49 ln02 swp1\nswp50 ln02 swp2");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous ok ambiguous");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].verdict == Verdict::fail);
  REQUIRE(c.findings[0].subject == "ln01.lab.example:swp49");
  REQUIRE(contains(c.findings[0].observed, "ln02.lab.example:swp1 (line 2)"));
  REQUIRE(contains(c.findings[0].observed, "ln03.lab.example:swp1 (line 4)"));
}

TEST_CASE("cabling: pl-h08 a port that the switch has not split is one finding") {
  const Cabling c =
      Hall::of_case("pl-h08.plan.csv").file("s1-leaf3", "pl-h08.s1-leaf3.lldp.json").cabling();
  REQUIRE(link_at(c, "s1-leaf3:swp6").state == LinkState::ok);
  REQUIRE(link_at(c, "s1-leaf3:swp5s0").state == LinkState::wrong);
  REQUIRE(link_at(c, "s1-leaf3:swp5s1").state == LinkState::missing);
  REQUIRE(c.links.size() == 3);
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].subject == "s1-leaf3:swp5");
  REQUIRE(contains(c.findings[0].observed, "breakout not configured"));
}

TEST_CASE("cabling: a port that only the switch has split is one finding") {
  Hall hall("a_device,a_port,b_device,b_port\nl1,swp5,h1,eth0\n");
  const Cabling c = hall.hears("l1", "swp5s0 h1 eth0\nswp5s1 h2 eth0").cabling();
  REQUIRE(states(c) == "wrong");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed, "split into 2 lanes"));
}

TEST_CASE("cabling: a far end that is split or whole other than planned is no cable to move") {
  struct Row {
    const char *planned, *heard, *said;
  };
  for (const Row& row : {Row{"swp1", "swp1s0", "swp1 is split"},
                         {"swp1s0", "swp1", "swp1 is not split"},
                         {"Ethernet1/7", "Ethernet1/7/1", "Ethernet1/7 is split"},
                         {"1/1/2", "1/1", "1/1 is not split"},
                         {"et-0/0/5:1", "et-0/0/5", "et-0/0/5 is not split"}}) {
    INFO(row.planned << " heard as " << row.heard);
    Hall hall(std::string("from,from_port,to,to_port\nl1,swp9,sp1,") + row.planned + "\n");
    const Cabling c = hall.hears("l1", std::string("swp9 sp1 ") + row.heard).cabling();
    REQUIRE(states(c) == "wrong");
    REQUIRE(c.findings.size() == 1);
    CHECK(contains(c.findings[0].observed, row.said));
    CHECK(c.moves.empty());
  }
  Hall wrong("from,from_port,to,to_port\nl1,swp9,sp1,1/1/2\n");  // another port, not a lane
  CHECK(wrong.hears("l1", "swp9 sp1 1/1/3").cabling().moves.size() == 1);
}

TEST_CASE("cabling: pl-h06 ports that the plan leaves open are checked, and it is said") {
  Hall hall = Hall::of_case("pl-h06.json");
  hall.hears("leaf-p1-su1-r1", "swp1s0 hgx-su1-h1 rail1p1\nswp64 spine-1 swp1");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ok");
  REQUIRE(contains(join(c.notes, "\n"),
                   "2 ports that the plan leaves open, checked as \"no neighbour expected\": 1 "
                   "silent, as planned, 1 not checked (no data)"));
  hall.hears("spine-1", "swp1 leaf-p1-su1-r1 swp64\nswp2 leaf-9 swp7");
  const Cabling heard = hall.cabling();
  REQUIRE(states(heard) == "ok ok extra");
  REQUIRE(contains(heard.links[2].reason, "the plan leaves the port open"));
  REQUIRE(contains(join(heard.notes, "\n"), "1 silent, as planned, 1 with a neighbour"));
}

TEST_CASE("cabling: dx-h10 two rails of a host exchanged are one finding") {
  const Cabling c =
      Hall::of_case("dx-h10.plan.csv").file("hgx-55", "dx-h10.hgx-55.lldp.json").cabling();
  REQUIRE(states(c) == "ok ok swapped ok swapped ok ok ok");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed, "hgx-55:eth3 is on r5-leaf:swp14"));
  REQUIRE(contains(c.findings[0].observed, "hgx-55:eth5 on r3-leaf:swp14"));
  REQUIRE(contains(c.findings[0].observed, "rails 3 and 5 cross for this host"));
  REQUIRE(c.moves.size() == 2);
}

TEST_CASE("cabling: dx-h12 a DPU instead of its host") {
  Hall hall = Hall::of_case("dx-h12.plan.csv").file("r1-leaf", "dx-h12.r1-leaf.lldp.json");
  REQUIRE(states(hall.cabling()) == "ambiguous ambiguous");
  hall.alias("hgx-71-dpu0,p0,hgx-71,eth1\n");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ambiguous");
  REQUIRE(contains(c.links[0].reason, "via alias"));
  REQUIRE(c.links[0].decided_by == "alias");
  REQUIRE(contains(c.findings[0].next_step, "hgx-72-dpu0,p0,hgx-72,eth1"));
}

TEST_CASE("cabling: DPUs in each other's ports are wrong, and a swap") {
  Hall hall("a_device,a_port,b_device,b_port\nl1,swp3,hgx-71,eth1\nl1,swp4,hgx-72,eth1\n");
  hall.hears("l1", "swp3 hgx-72-dpu0 p0\nswp4 hgx-71-dpu0 p0");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "swapped swapped");
  REQUIRE(c.findings.size() == 1);
}

TEST_CASE("cabling: an alias of the device only leaves the port open, and is no wrong cable") {
  Hall hall = Hall::of_case("dx-h12.plan.csv").file("r1-leaf", "dx-h12.r1-leaf.lldp.json");
  hall.alias("hgx-71-dpu0,,hgx-71,\nhgx-72-dpu0,p9,hgx-72,eth1\n");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous ambiguous");
  REQUIRE(contains(c.links[0].reason, "the alias for hgx-71-dpu0 gives no port"));
  REQUIRE(contains(c.findings[0].next_step, "hgx-71-dpu0,p0,hgx-71,eth1"));
  REQUIRE(contains(c.findings[1].next_step, "says hgx-72-dpu0,p9,hgx-72,eth1"));
  REQUIRE(contains(c.findings[1].next_step, "should be hgx-72-dpu0,p0,hgx-72,eth1"));
}

TEST_CASE("aliases: two lines for what is seen once are refused, with both lines") {
  const std::string header = "seen_device,seen_port,planned_device,planned_port\n";
  const auto bad = parse_aliases(header + "d,p0,h1,eth1\nD,P0,h2,eth1\n", "a.csv");
  REQUIRE_FALSE(bad.has_value());
  REQUIRE(contains(bad.error().text(), "a.csv:3"));
  REQUIRE(contains(bad.error().text(), "line 2"));
  REQUIRE(parse_aliases(header + "d,p0,h1,eth1\nd,p0,h1,eth1\nd,p1,h1,eth2\n", "a.csv")->size() ==
          2);
}

TEST_CASE("cabling: the right device that sends no port at all is ambiguous") {
  Hall hall("a_device,a_port,b_device,b_port\nl1,swp1,h1,eth0\n");
  hall.hears("l1", "swp1 h1 eth0");
  Neighbour& n = hall.state("l1").neighbours->front();
  n.port_id.clear(), n.port_id_type.clear();
  REQUIRE(states(hall.cabling()) == "ambiguous");
  REQUIRE(contains(hall.cabling().links[0].reason, "neither a port id nor a port description"));
}

TEST_CASE("cabling: dx-h22 a block of silent ports is a collection fault") {
  const Cabling bare = Hall().file("leaf", "dx-h22.csv").cabling();
  REQUIRE(bare.findings.size() == 1);
  REQUIRE(bare.findings[0].verdict == Verdict::unknown);
  REQUIRE(
      contains(bare.findings[0].observed, "LLDP data of leaf stops after swp8 (8 of 16 ports)"));
  std::string plan = "a_device,a_port,b_device,b_port\n";
  for (int i = 1; i <= 16; ++i)
    plan += "leaf,swp" + std::to_string(i) + ",hgx-" + std::to_string(100 + i) + ",eth0\n";
  const Cabling c = Hall(plan).file("leaf", "dx-h22.csv").cabling();
  for (int i = 9; i <= 16; ++i)
    REQUIRE(link_at(c, "leaf:swp" + std::to_string(i)).state == LinkState::not_checked);
  for (int i = 1; i <= 8; ++i) {
    const LinkResult& link = link_at(c, "leaf:swp" + std::to_string(i));
    REQUIRE(link.state == LinkState::ok);
    REQUIRE(link.decided_by == "device");
    REQUIRE(contains(link.reason, "by device only"));
  }
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].check == "collection");
}

TEST_CASE("cabling: a row off by one that is not all of the row says how many") {
  std::string plan = "a_device,a_port,b_device,b_port\n", heard;
  for (int i = 1; i <= 8; ++i) {
    const std::string n = std::to_string(i);
    plan += "leaf,swp" + n + ",h" + n + ",eth0\n";
    if (i == 6) continue;  // nobody hears h6
    heard += "swp" + std::to_string(i >= 3 && i <= 5 ? i + 1 : i) + " h" + n + " eth0\n";
  }
  const Cabling c = Hall(plan).hears("leaf", heard).cabling();
  REQUIRE(contains(c.findings.at(0).observed, "from swp3 on, 3 of 6 cables sit 1 port too high"));
}

TEST_CASE("cabling: dx-h24 a row off by one is one pattern") {
  const Cabling c =
      Hall::of_case("dx-h24.plan.csv").file("r2-leaf", "dx-h24.r2-leaf.lldp.json").cabling();
  REQUIRE(states(c) == "ok ok ok wrong wrong wrong wrong wrong");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(contains(c.findings[0].observed, "from swp4 on, every cable sits 1 port too high"));
  REQUIRE(contains(c.findings[0].observed, "swp4 empty"));
  REQUIRE(c.findings[0].evidence.size() == 10);
  REQUIRE(c.moves.size() == 5);
  REQUIRE(c.steps[0].from == "r2-leaf:swp5");
  REQUIRE(c.steps[0].to == "r2-leaf:swp4");
}

}  // namespace weft

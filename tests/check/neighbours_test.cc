// Who is heard: port ids that are no interface names, devices without a name, other protocols,
// readings that contradict each other, names that fit two devices.

#include <fmt/format.h>

#include "base/text.h"
#include "support/catch.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::contains;
using test::Hall;
using test::link_at;
using test::states;

const std::string head = "from,from_port,to,to_port\n";

// leaf1:swp1 is planned to h1:eth1 and hears h1 with this port id, its type and description.
Cabling one(const std::string& id, const std::string& type, const std::string& description = "") {
  Hall hall(head + "leaf1,swp1,h1,eth1\n");
  hall.hears("leaf1", "swp1 h1 x");
  Neighbour& n = hall.state("leaf1").neighbours->front();
  n.port_id = id, n.port_id_type = type, n.port_description = description;
  return hall.cabling();
}

}  // namespace

TEST_CASE("neighbours: the kinds of port ids") {
  struct Row {
    const char *id, *type, *description, *state;
  };
  for (const Row& row : {
           Row{"eth1", "ifname", "", "ok"},
           {"ETH1", "local", "", "ok"},
           {"eth2", "ifname", "eth1", "wrong"},  // the sender says that it is the name
           {"eth2", "interface", "", "wrong"},
           {"eth2", "", "", "wrong"},
           {"eth2", "local", "", "wrong"},  // named like the ports it has
           {"7", "local", "eth1", "ok"},
           {"7", "local", "", "ambiguous"},
           {"Slot0/7", "local", "uplink to the leaf", "ambiguous"},
           {"to leaf1", "ifalias", "eth1", "ok"},
           {"to leaf1", "ifalias", "", "ambiguous"},
           {"eth2", "ifalias", "", "ambiguous"},  // free text
           {"192.0.2.9", "ip", "eth1", "ok"},
           {"192.0.2.9", "ip", "", "ambiguous"},
           {"port-7", "unhandled", "", "ambiguous"},
           {"02:00:00:00:00:01", "MAC", "eth1", "ok"},
           {"02-00-00-00-00-01", "local", "", "ambiguous"},
       }) {
    const Cabling c = one(row.id, row.type, row.description);
    INFO(row.id << " " << row.type << " " << row.description);
    CHECK(states(c) == row.state);
    if (std::string(row.state) != "ambiguous") continue;
    CHECK(c.moves.empty());
    REQUIRE(c.links[0].raw.size() == 1);
    CHECK(contains(c.links[0].raw[0], row.id));
  }
}

TEST_CASE("neighbours: PTM's match_type=portdescr, of all links and of one") {
  const auto seen = [](const std::string& plan, const std::string& id,
                       const std::string& description) {
    Hall hall(plan, "plan.dot");
    hall.hears("leaf1", "swp1 h1 x");
    Neighbour& n = hall.state("leaf1").neighbours->front();
    n.port_id = id, n.port_description = description;
    return hall.cabling();
  };
  const std::string link = "\"leaf1\":\"swp1\" -- \"h1\":\"port 41\"";
  const std::string all = "graph { LLDP=\"match_type=portdescr\" " + link + " }";
  const std::string one = "graph { " + link + " [LLDP=\"match_type=portdescr\"] }";
  for (const std::string& plan : {all, one}) {
    CHECK(states(seen(plan, "eth1", "port 41")) == "ok");
    CHECK(seen(plan, "eth1", "port 41").links[0].decided_by == "port description");
    CHECK(states(seen(plan, "port 41", "eth1")) == "wrong");
    CHECK(states(seen(plan, "port 41", "")) == "ambiguous");
    CHECK(contains(seen(plan, "eth1", "uplink of h1").links[0].reason,
                   "the plan asks for the port description, which is 'uplink of h1'"));
  }
  const std::string not_this =
      "graph { LLDP=\"match_type=portdescr\" " + link + " [LLDP=\"match_type=ifname\"] }";
  CHECK(states(seen(not_this, "port 41", "eth1")) == "ok");
}

TEST_CASE("neighbours: a bond as port id, by name or by its MAC") {
  const auto bonded = [](bool read) {
    Hall hall(head + "l1,swp1,h1,eth0\nl2,swp1,h1,eth1\n");
    if (!read) return hall;
    hall.interfaces("h1",
                    "bond0 up 02:00:00:00:00:01\neth0 up 02:00:00:00:00:01\n"
                    "eth1 up 02:00:00:00:00:02");
    for (Interface& one : *hall.state("h1").interfaces)
      if (one.name == "bond0")
        one.kind = "bond";
      else
        one.master = "bond0";
    return hall;
  };
  for (const bool read : {true, false}) {
    Hall by_name = bonded(read);
    by_name.hears("l1", "swp1 h1 bond0").hears("l2", "swp1 h1 bond0");
    const Cabling c = by_name.cabling();
    CHECK(states(c) == "ambiguous ambiguous");
    CHECK(contains(c.links[0].reason, "bond0 is a bond"));
    CHECK(c.moves.empty());
  }
  Hall by_mac = bonded(true);
  by_mac.hears("l1", "swp1 h1 02:00:00:00:00:01").hears("l2", "swp1 h1 02:00:00:00:00:01");
  const Cabling c = by_mac.cabling();
  CHECK(states(c) == "ambiguous ambiguous");
  CHECK(contains(c.links[0].reason, "a MAC that several of its interfaces have"));
  Hall described = bonded(true);
  described.hears("l1", "swp1 h1 02:00:00:00:00:01 eth0").hears("l2", "swp1 h1 bond0 eth1");
  CHECK(states(described.cabling()) == "ok ok");
  Hall planned(head + "l1,swp1,h1,bond0\n");
  CHECK(states(planned.hears("l1", "swp1 h1 bond0").cabling()) == "ok");
}

TEST_CASE("neighbours: a DPU's name may begin or end with its host's") {
  for (const char* name : {"hgx-72-dpu0", "dpu0-hgx-72", "bf3_hgx-72", "hgx-72-bf1.oob.example"}) {
    Hall hall(head + "l1,swp1,hgx-72,eth1\n");
    const Cabling c = hall.hears("l1", fmt::format("swp1 {} p0", name)).cabling();
    CHECK(states(c) == "ambiguous");
    CHECK(contains(c.findings.at(0).next_step, fmt::format("{},p0,hgx-72,eth1", name)));
  }
  Hall other(head + "l1,swp1,hgx-72,eth1\n");
  CHECK(states(other.hears("l1", "swp1 old-hgx-72 p0").cabling()) == "wrong");
}

TEST_CASE("neighbours: hosts that nobody has named are told by their MAC or not at all") {
  Hall hall(head + "l1,swp1,h1,eth1\nl1,swp2,h2,eth1\n");
  hall.hears("l1", "swp1 localhost.localdomain eth1\nswp2 ubuntu eth1");
  hall.state("l1").neighbours->at(0).chassis_id = "02:00:00:00:00:01";
  hall.state("l1").neighbours->at(1).chassis_id = "02:00:00:00:00:02";
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ambiguous ambiguous");
  REQUIRE(contains(c.links[1].reason, "'ubuntu' is what a system calls itself before it is named"));
  REQUIRE(contains(c.links[1].reason, "02:00:00:00:00:02"));
  hall.interfaces("h2", "eth0 up 02:00:00:00:00:02");
  REQUIRE(states(hall.cabling()) == "ambiguous ok");
  Hall named(head + "l1,swp1,ubuntu,eth1\n");  // the plan calls it so
  REQUIRE(states(named.hears("l1", "swp1 ubuntu eth1").cabling()) == "ok");
}

TEST_CASE("neighbours: NVUE's key is no name; the chassis id tells who it is") {
  Hall hall(head + "leaf1,swp1,h1,eth1\nleaf1,swp2,h2,eth1\n");
  hall.file("leaf1", "nvue-nameless.json");
  REQUIRE(states(hall.cabling()) == "ambiguous ambiguous");
  REQUIRE(contains(hall.cabling().links[0].reason, "without a name (chassis 02:00:5e:62:01:00"));
  hall.interfaces("h1", "eth1 up 02:00:5e:62:01:00");
  const Cabling known = hall.cabling();
  REQUIRE(states(known) == "ok ambiguous");
}

TEST_CASE("neighbours: another protocol beside LLDP is told, not compared") {
  Hall hall(head + "sw,swp20,q-spine2,swp20\n");
  hall.file("sw", "ll-h08.json");
  const Cabling c = hall.cabling();
  const LinkResult& link = link_at(c, "sw:swp20");
  REQUIRE(link.state == LinkState::ok);
  REQUIRE(link.reason ==
          "extra CDPv2 neighbour phone-sw/GigabitEthernet0/9 on sw:swp20, not compared");
  REQUIRE(link.raw.size() == 2);
  REQUIRE(c.findings.size() == 1);  // swp21, which the plan does not have
  REQUIRE(c.findings[0].verdict == Verdict::warn);
  const Cabling bare = Hall().file("sw", "ll-h08.json").cabling();
  REQUIRE(contains(join(bare.notes, "\n"), "sw:swp21: CDPv2 neighbour old-sw/Gi0/1, no LLDP"));
  REQUIRE(contains(join(bare.notes, "\n"), "sw:swp20: extra CDPv2 neighbour phone-sw"));
}

TEST_CASE("neighbours: records of both protocols on a port that the plan has elsewhere") {
  Hall hall(head + "sw,swp20,q-spine3,swp20\n");
  hall.file("sw", "ll-h08.json");
  const Cabling c = hall.cabling();
  REQUIRE(link_at(c, "sw:swp20").state == LinkState::wrong);
  REQUIRE(link_at(c, "sw:swp20").raw.size() == 2);
}

TEST_CASE("neighbours: two readings of a port that disagree decide nothing") {
  Hall hall(head + "leaf1,swp1,h1,eth0\nleaf1,swp2,h2,eth0\n");
  hall.hears("leaf1", "swp1 h1 eth0\nswp2 h2 eth0\nswp2 h3 eth0");
  NodeState& leaf = hall.state("leaf1");
  leaf.neighbours_from = "A";
  leaf.neighbours->back().from = "B";
  leaf.contested = {"swp2"};
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ambiguous");
  REQUIRE(c.findings.size() == 1);
  REQUIRE(c.findings[0].verdict == Verdict::unknown);
  REQUIRE(c.findings[0].evidence[0] == "leaf1:swp2: h2:eth0 in A, h3:eth0 in B");
  REQUIRE(c.links[1].raw.size() == 2);
  hall.hears("h2", "eth0 leaf1 swp2");  // nor does the other end help
  REQUIRE(states(hall.cabling()) == "ok ambiguous");
}

TEST_CASE("neighbours: a short name that fits two devices names both") {
  const std::string plan = head + "l1,swp1,s1.east.example,swp1\nl1,swp2,s1.west.example,swp1\n";
  Hall heard(plan);
  heard.hears("l1", "swp1 S1.EAST.example swp1\nswp2 s1 swp1");
  const Cabling c = heard.cabling();
  REQUIRE(states(c) == "ok ambiguous");
  REQUIRE(contains(c.links[1].reason, "s1.east.example, s1.west.example"));
  Hall read(plan);
  read.hears("s1", "swp1 l1 swp1");
  const Cabling d = read.cabling();
  REQUIRE(contains(d.findings.at(0).observed, "may be of s1.east.example, s1.west.example"));
  REQUIRE(d.findings.at(0).verdict == Verdict::unknown);
}

TEST_CASE("neighbours: nobody speaks at a patch panel, nor on a trunk between two") {
  Hall hall(head + "l1,swp1,patch-1,F1\npatch-1,R1,patch-2,R1\nl1,swp2,h1,eth0\n");
  hall.hears("l1", "swp1 h7 eth0\nswp2 h1 eth0");
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "not_checked not_checked ok");
  REQUIRE(c.links[1].verdict == Verdict::skip);
  REQUIRE(c.findings.empty());
}

TEST_CASE("neighbours: a switch that calls itself cumulus is cabled right, and was never set up") {
  Hall hall(head + "l1,swp1,s1,swp1\nl1,swp2,s1,swp2\n");
  hall.hears("l1", "swp1 cumulus swp1\nswp2 cumulus swp2")
      .hears("s1", "swp1 l1 swp1\nswp2 l1 swp2")
      .interfaces("s1", "swp1 up 02:00:00:00:00:01\nswp2 up 02:00:00:00:00:02");
  hall.state("l1").neighbours->at(0).chassis_id = "02:00:00:00:00:01";
  hall.state("l1").neighbours->at(1).chassis_id = "02:00:00:00:00:01";
  const Cabling c = hall.cabling();
  REQUIRE(states(c) == "ok ok");
  REQUIRE(c.findings.size() == 1);
  CHECK(c.findings[0].verdict == Verdict::warn);
  CHECK(c.findings[0].subject == "s1");
  CHECK(contains(c.findings[0].observed, "calls itself 'cumulus'"));
  CHECK(contains(c.findings[0].observed, "l1:swp1, l1:swp2"));
}

}  // namespace weft

// What both ends of a link say of themselves: the case dx-h21 and siblings; waivers.

#include "check/findings.h"

#include "check/waivers.h"
#include "observe/tables.h"
#include "support/catch.h"
#include "support/golden.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::contains;
using test::Hall;

CheckResult run(const Hall& hall) { return test::run_check(hall, "link_settings"); }

Hall two_ends() {
  Hall hall("from,from_port,to,to_port\nl1,swp1,h1,eth0\n");
  hall.interfaces("l1", "swp1 up").interfaces("h1", "eth0 up");
  return hall;
}

Interface& end(Hall& hall, const char* node) { return hall.state(node).interfaces->front(); }

}  // namespace

TEST_CASE("link_settings: dx-h21 half the planned rate, an end not seen, a link that is down") {
  Hall hall;
  const Answer table{test::read_test_file("cases/dx-h21.csv"), "dx-h21.csv", 0, ""};
  REQUIRE(parse_rate_table(table, hall.plan, hall.seen).has_value());
  const CheckResult r = run(hall);
  REQUIRE(r.judged == 4);
  REQUIRE(r.findings.size() == 2);
  REQUIRE(contains(r.findings[0].subject, "j2:mlx5_0"));
  REQUIRE(r.findings[0].verdict == Verdict::fail);
  REQUIRE(r.findings[0].expected == "400 Gb/s");
  REQUIRE(contains(r.findings[0].observed, "both ends agree on 200 Gb/s"));
  REQUIRE(contains(r.findings[0].next_step, "not of one end"));
  REQUIRE(r.findings[1].subject == "j4:mlx5_0");
  REQUIRE(r.findings[1].observed == "link down");
}

TEST_CASE("link_settings: one difference, one finding") {
  using Change = void (*)(Hall&);
  struct Row {
    Change change;
    Verdict verdict;
    const char* observed;
  };
  const Row rows[] = {
      {[](Hall& h) { end(h, "l1").mtu = 9216, end(h, "h1").mtu = 1500; }, Verdict::fail,
       "1500 at h1:eth0"},
      {[](Hall& h) { end(h, "l1").speed = BitRate{4e11}, end(h, "h1").speed = BitRate{2e11}; },
       Verdict::fail, "400 Gb/s at l1:swp1"},
      {[](Hall& h) { end(h, "l1").fec = "rs", end(h, "h1").fec = "off"; }, Verdict::fail,
       "'off' at h1:eth0"},
      {[](Hall& h) { end(h, "l1").autonegotiation = true, end(h, "h1").autonegotiation = false; },
       Verdict::warn, "on at l1:swp1"},
      {[](Hall& h) { end(h, "l1").effective_ber = 1e-9; }, Verdict::fail, "effective BER 1.0e-09"},
      {[](Hall& h) { end(h, "l1").raw_ber = 3e-6; }, Verdict::warn, "raw BER"},
      {[](Hall& h) { end(h, "h1").carrier_changes = 44; }, Verdict::warn, "44 carrier changes"},
      {[](Hall& h) { end(h, "l1").up = false, end(h, "l1").down_reason = "Cable is unplugged."; },
       Verdict::fail, "Cable is unplugged."},
      {[](Hall& h) { end(h, "l1").up = false, end(h, "l1").enabled = false; }, Verdict::warn,
       "disabled by the operator"},
      {[](Hall& h) { end(h, "l1").enabled = false; }, Verdict::unknown, "only one can be true"},
      {[](Hall& h) { end(h, "l1").up.reset(); }, Verdict::unknown, "l1:swp1 does not tell"},
      {[](Hall& h) {
         h.plan.intent.link_rate = end(h, "h1").speed = BitRate{4e11}, end(h, "l1").up.reset();
       },
       Verdict::unknown, "l1:swp1 does not tell"},
      {[](Hall& h) {
         end(h, "l1").up.reset(), end(h, "l1").speed = BitRate{4e11}, end(h, "l1").kind = "swp";
       },
       Verdict::unknown, "l1:swp1 does not tell"},
      {[](Hall& h) { h.plan.intent.mtu = 9216, end(h, "l1").mtu = 1500; }, Verdict::fail,
       "MTU 1500"},
      {[](Hall& h) { h.plan.intent.link_rate = BitRate{4e11}, end(h, "l1").speed = BitRate{1e11}; },
       Verdict::fail, "the end that was seen runs at 100 Gb/s"},
  };
  for (const Row& row : rows) {
    Hall hall = two_ends();
    row.change(hall);
    const CheckResult r = run(hall);
    INFO(row.observed);
    REQUIRE(r.findings.size() == 1);
    REQUIRE(r.findings[0].verdict == row.verdict);
    REQUIRE(contains(r.findings[0].observed, row.observed));
  }
  REQUIRE(run(two_ends()).findings.empty());
}

TEST_CASE("link_settings: a host may be below its switch, as long as RoCE fits") {
  const auto found = [](Role role, std::int64_t at_host, std::int64_t at_switch,
                        std::optional<std::int64_t> wanted) {
    Hall hall = two_ends();
    for (Node& node : hall.plan.nodes) node.role = node.name == "h1" ? role : Role::leaf;
    hall.plan.intent.mtu = wanted;
    end(hall, "h1").mtu = at_host, end(hall, "l1").mtu = at_switch;
    return run(hall).findings.size();
  };
  REQUIRE(found(Role::host, 9000, 9216, {}) == 0);
  REQUIRE(found(Role::host, 4200, 9216, {}) == 0);  // dx-h07: k3
  REQUIRE(found(Role::host, 4199, 9216, {}) == 1);
  REQUIRE(found(Role::host, 9000, 1500, {}) == 1);  // dx-h07: k4
  REQUIRE(found(Role::host, 9000, 9216, 9216) == 1);
  REQUIRE(found(Role::host, 9000, 9216, 9000) == 0);
  REQUIRE(found(Role::spine, 9000, 9216, {}) == 1);
}

TEST_CASE("link_settings: what an end does not say is not compared") {
  Hall hall = two_ends();
  end(hall, "l1").mtu = 9216;
  end(hall, "l1").fec = "rs";
  end(hall, "h1").fec = "auto";
  REQUIRE(run(hall).findings.empty());
}

TEST_CASE("link_settings: a planned rate that no end tells, and evidence of what they told") {
  Hall hall = two_ends();
  hall.plan.intent.link_rate = BitRate{4e11};
  end(hall, "l1").mtu = 9216;
  const CheckResult r = run(hall);
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].verdict == Verdict::unknown);
  REQUIRE(r.findings[0].expected == "400 Gb/s");
  REQUIRE(r.findings[0].evidence == std::vector<std::string>{"l1:swp1: up, MTU 9216", "h1:eth0: up",
                                                             "planned at plan.csv:2"});
}

TEST_CASE("link_settings: many links without a rate are one finding") {
  std::string text = "from,from_port,to,to_port\n", ports;
  for (int i = 1; i <= 20; ++i) {
    text += "l1,swp" + std::to_string(i) + ",h" + std::to_string(i) + ",eth0\n";
    ports += "swp" + std::to_string(i) + " up\n";
  }
  Hall hall(text);
  hall.interfaces("l1", ports);
  hall.plan.intent.link_rate = BitRate{4e11};
  const CheckResult r = run(hall);
  REQUIRE(r.findings.size() == 1);
  REQUIRE(r.findings[0].subject == "20 links");
  REQUIRE(r.findings[0].evidence.size() == 20);
}

TEST_CASE("rates: what is not known, units, and lines that are wrong") {
  const std::string header =
      "host,device,planned_Gbps,rate_file,ethtool_speed,switch_port,switch_speed\n";
  struct Row {
    const char* line;
    const char* observed;  // "" for fine, null for a gap
    Verdict verdict = Verdict::pass;
  };
  const Row rows[] = {
      {"a,m,400,400 Gb/sec (4X NDR),400000,s,400G", ""},
      {"a,m,400,,400000Mb/s,s,400", ""},
      {"a,m,400,,400000,s,400000", ""},
      {"a,m,400,,,s,", "neither end's rate was seen", Verdict::unknown},
      {"a,m,400,40 Gb/sec (4X QDR),-1,s,", "link down", Verdict::fail},
      {"a,m,400,40 Gb/sec (4X QDR),65535,s,", "link down", Verdict::fail},
      {"a,m,400,40 Gb/sec,4294967295,s,", "link down", Verdict::fail},
      {"a,m,400,40 Gb/sec,Unknown!,s,", "neither end's rate was seen", Verdict::unknown},
      {"a,m,400,40 Gb/sec,-1,s,400G", "a:m does not tell whether it is up", Verdict::unknown},
      {"a,m,400,,200000,s,n/a", "the end that was seen runs at 200 Gb/s", Verdict::fail},
      {"a,m,400,fast,,s,", nullptr},
      {"a,m,400,,quick,s,", nullptr},
      {"a,m,400,,400000,s,4 parsecs", nullptr},
      {"a,m,many,,400000,s,400G", nullptr},
      {"a,m,0,,400000,s,400G", nullptr},
      {",m,400,,400000,s,400G", nullptr},
  };
  for (const Row& row : rows) {
    INFO(row.line);
    Hall hall;
    const auto read =
        parse_rate_table({header + "ok,m,400,,400000,s,400G\n" + row.line + "\n", "r.csv", 0, ""},
                         hall.plan, hall.seen);
    REQUIRE(read.has_value());
    REQUIRE(hall.seen.gaps.size() == (row.observed == nullptr ? 1 : 0));
    if (row.observed == nullptr) REQUIRE(hall.seen.gaps[0].subject == "r.csv:3");
    const CheckResult r = run(hall);
    REQUIRE(test::run_check(hall, "links_seen").findings.empty());
    if (row.observed == nullptr || *row.observed == '\0') {
      REQUIRE(r.findings.empty());
    } else {
      REQUIRE(r.findings.size() == 1);
      REQUIRE(r.findings[0].verdict == row.verdict);
      REQUIRE(contains(r.findings[0].observed, row.observed));
      REQUIRE(contains(r.findings[0].evidence.back(), "planned at r.csv:3"));
    }
  }
  Hall none;
  const auto read =
      parse_rate_table({header + "a,m,many,,,,\n", "r.csv", 0, ""}, none.plan, none.seen);
  REQUIRE_FALSE(read.has_value());
  REQUIRE(read.error().place.line == 2);
}

TEST_CASE("waivers: accepted until they expire") {
  const auto waivers = parse_waivers(
      "id,subject,reason,expiry\nW1,leaf1:swp5,spare cable on order,2027-03-31\n"
      "W2,leaf2,rack not there,2026-01-01\nW3,leaf9:*,never seen,2030-01-01\n",
      "w.csv");
  REQUIRE(waivers.has_value());
  std::vector<Finding> findings;
  for (const char* subject : {"leaf1:swp5 - h1:eth0", "leaf1:swp51", "leaf2"})
    findings.push_back({"cabling", Verdict::fail, subject, "", "", "", {}});
  std::vector<std::string> notes;
  const auto now = parse_instant("2026-11-30T12:00:00Z");
  const auto waived = apply_waivers(*waivers, *now, findings, notes);
  REQUIRE(waived.size() == 1);
  REQUIRE(waived[0].id == "W1");
  REQUIRE(findings.size() == 2);
  REQUIRE(notes.size() == 2);
  REQUIRE(contains(notes[0], "expired"));
  REQUIRE(contains(notes[1], "fits no finding"));
}

TEST_CASE("waivers: JSON too, and all mistakes at once") {
  REQUIRE(
      parse_waivers(R"([{"id":"W","subject":"a","reason":"b","expiry":"2027-01-01"}])", "w.json")
          ->size() == 1);
  const auto bad =
      parse_waivers("id,subject,reason,expiry\nW1,a,,2027-01-01\nW2,a,b,soon\n", "w.csv");
  REQUIRE_FALSE(bad.has_value());
  REQUIRE(contains(bad.error().text(), "w.csv:2"));
  REQUIRE(contains(bad.error().text(), "w.csv:3"));
}

}  // namespace weft

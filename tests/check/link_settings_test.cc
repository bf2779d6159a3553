// What both ends of a link say of themselves: the case dx-h21 and siblings; waivers.

#include "check/check.h"
#include "check/waivers.h"
#include "observe/tables.h"
#include "support/catch.h"
#include "support/golden.h"
#include "support/hall.h"

namespace weft {
namespace {

using test::contains;
using test::Hall;

CheckResult run(const Hall& hall) {
  return (*find_row(checks::all(), "check", "link_settings"))->run(hall.input());
}

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

TEST_CASE("link_settings: what an end does not say is not compared") {
  Hall hall = two_ends();
  end(hall, "l1").mtu = 9216;
  end(hall, "l1").fec = "rs";
  end(hall, "h1").fec = "auto";
  REQUIRE(run(hall).findings.empty());
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

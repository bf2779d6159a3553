// The cases pl-h01 to pl-h09: what must be said of each, in few words. The goldens hold the rest.

#include <algorithm>

#include "plan/builder.h"
#include "plan/lint.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

PlanRead read_case(const std::string& name) {
  Result<PlanRead> read = read_plan(test::read_test_file("cases/" + name), name);
  INFO((read ? std::string() : read.error().text()));
  REQUIRE(read);
  return std::move(*read);
}

std::vector<std::string> links_of(const PlanRead& read, bool disputed = false) {
  std::vector<std::string> out;
  for (const Link& link : read.plan.links)
    if (link.far_end_known() && link.disputed == disputed)
      out.push_back(link.a.text() + " - " + link.b.text());
  return out;
}

std::size_t fails(const PlanRead& read) {
  std::size_t n = read.faults.size();
  for (const PlanFinding& found : lint(read.plan)) n += found.finding.verdict == Verdict::fail;
  return n;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("pl-h01: quoted and bare names, three comment styles, no semicolons") {
  const PlanRead read = read_case("pl-h01.dot");
  CHECK(links_of(read) ==
        Texts{"p3-leaf1:swp61 - p3-spine1:swp1", "p3-leaf1:swp62 - p3-spine2:swp1",
              "p3_leaf2:swp61 - p3_spine3:swp2", "p3-leaf1:swp63s1 - wan7.metro.example:1/1/c11",
              "gpu-n04:enp26s0np0 - p3-leaf1:swp4s0"});
  CHECK(read.plan.nodes.size() == 7);
  CHECK(read.warnings.empty());
  CHECK(fails(read) == 0);
  CHECK(lint(read.plan).empty());
  for (const Link& link : read.plan.links)
    CHECK(link.full_domain == (link.b.node == "wan7.metro.example"));
  CHECK(attribute_text(read.plan.links[1].attributes.at("BFD")) == "bfdtmpl=BFD1");
}

TEST_CASE("pl-h02: a bare name that Graphviz splits is told with line and column") {
  const PlanRead read = read_case("pl-h02.dot");
  REQUIRE(read.warnings.size() == 2);
  CHECK(read.warnings[0].text() ==
        "pl-h02.dot:2:3: 'leaf-02' is not quoted: Graphviz and ptmd read 'leaf' and '-02' (write "
        "\"leaf-02\")");
  CHECK(read.warnings[1].place.line == 4);
  CHECK(links_of(read)[1] == "leaf-03:swp1 - spine_01:swp3");
  for (const Node& node : read.plan.nodes) CHECK((node.name != "leaf" && node.name != "a_tor"));
}

TEST_CASE("pl-h03: the full name is wanted on one link only") {
  const PlanRead read = read_case("pl-h03.plan.dot");
  REQUIRE(read.plan.links.size() == 3);
  CHECK_FALSE(read.plan.links[0].full_domain);
  CHECK_FALSE(read.plan.links[1].full_domain);
  CHECK(read.plan.links[2].full_domain);
}

TEST_CASE("pl-h04: a port planned twice is a fault of both lines, the other link stays") {
  const PlanRead read = read_case("pl-h04.dot");
  CHECK(links_of(read) == Texts{"ln01.lab.example:swp50 - ln02.lab.example:swp2"});
  CHECK(links_of(read, true).size() == 2);
  const auto findings = lint(read.plan);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].finding.subject == "ln01.lab.example:swp49");
  CHECK(findings[0].finding.verdict == Verdict::fail);
  CHECK(findings[0].finding.evidence == Texts{"pl-h04.dot:2", "pl-h04.dot:4"});
}

TEST_CASE("pl-h05: a cable listed from both ends is one, two labels are a warning") {
  const PlanRead read = read_case("pl-h05.csv");
  CHECK(links_of(read).size() == 2);
  CHECK(fails(read) == 0);
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].place.line == 5);
  CHECK(read.warnings[0].what.find("C-0002 and C-0177") != std::string::npos);
  CHECK(std::any_of(read.notes.begin(), read.notes.end(), [](const Error& note) {
    return note.what.starts_with("2 cables listed more than once");
  }));
}

TEST_CASE("pl-h06: ports left open are no device") {
  const PlanRead read = read_case("pl-h06.json");
  CHECK(links_of(read) ==
        Texts{"leaf-p1-su1-r1:swp1s0 - hgx-su1-h1:rail1p1", "leaf-p1-su1-r1:swp64 - spine-1:swp1"});
  CHECK(read.plan.open_ports == std::vector<Port>{{"spine-1", "swp2"}, {"leaf-p1-su1-r1", "eth0"}});
  CHECK(read.plan.nodes.size() == 4);
  CHECK(fails(read) == 0);
  CHECK(read.warnings.empty());
}

TEST_CASE("pl-h07: NetBox import with mark, CRLF, commas, power cord, feet, panel") {
  const PlanRead read = read_case("pl-h07.csv");
  CHECK(links_of(read) ==
        Texts{"s1-leaf2:swp1s0 - hgx-011:eth1", "s1-leaf2:swp1s1 - hgx-012:eth1"});
  const Link& first = read.plan.links[0];
  CHECK(*first.label == "P3, tray 2, #17");
  CHECK(*first.length_m == Approx(3.0).epsilon(0.001));
  CHECK(read.plan.links[1].status == LinkStatus::planned);
  REQUIRE(read.plan.links.size() == 3);
  CHECK_FALSE(read.plan.links[2].far_end_known());
  CHECK(read.plan.links[2].through == std::vector<Port>{{"patch-4", "F7"}});
  const auto noted = [&](std::string_view what) {
    return std::any_of(read.notes.begin(), read.notes.end(), [&](const Error& note) {
      return note.what.find(what) != std::string::npos;
    });
  };
  CHECK(noted("1 power cable skipped"));
  CHECK(noted("behind patch-4:F7 unknown"));
  for (const Node& node : read.plan.nodes) CHECK(node.name != "pdu-07");
}

TEST_CASE("pl-h08: split ports are names of their own") {
  const PlanRead read = read_case("pl-h08.plan.csv");
  CHECK(links_of(read).size() == 3);
  CHECK(fails(read) == 0);
}

TEST_CASE("pl-h09: strict and groups lose cables in Graphviz, not here") {
  const PlanRead read = read_case("pl-h09.dot");
  CHECK(links_of(read) == Texts{"b-leaf1:swp49 - b-spine1:swp1", "b-leaf1:swp50 - b-spine1:swp2"});
  const auto findings = lint(read.plan);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].finding.subject == "b-leaf2:swp49");
  CHECK(findings[0].place.line == 4);
  CHECK(std::any_of(read.warnings.begin(), read.warnings.end(), [](const Error& warning) {
    return warning.what.find("'strict'") != std::string::npos;
  }));
}

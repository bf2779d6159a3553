// Rules of a plan, each on a small plan made for it.

#include "plan/lint.h"

#include "plan/make.h"
#include "support/catch.h"

using namespace weft;

namespace {

Plan small() {
  Result<MadePlan> made = make_plan({40, 8, 2, 32});
  REQUIRE(made);
  return std::move(made->plan);
}

std::vector<std::string> said(const Plan& plan, bool adaptive = false) {
  std::vector<std::string> out;
  for (const PlanFinding& found : lint(plan, {adaptive}))
    out.push_back(found.finding.check + " " + std::string(word(found.finding.verdict)) + " " +
                  found.finding.subject + ": " + found.finding.observed);
  return out;
}

using Texts = std::vector<std::string>;

Link& link_at(Plan& plan, const std::string& port) {
  for (Link& link : plan.links)
    if (link.a.text() == port || link.b.text() == port) return link;
  FAIL("no link at " << port);
  return plan.links[0];
}

}  // namespace

TEST_CASE("a reference plan has nothing to say") { CHECK(said(small(), true).empty()); }

TEST_CASE("two rails of one node exchanged are one finding") {
  Plan plan = small();
  Link& one = link_at(plan, "hgx-su00-h07:eth3");
  Link& two = link_at(plan, "hgx-su00-h07:eth5");
  std::swap(one.b, two.b);
  one.rail.reset(), two.rail.reset();
  CHECK(said(plan) == Texts{"plan_rails fail hgx-su00-h07: eth3 to leaf-su00-r4 (theirs to "
                            "leaf-su00-r2), eth5 to leaf-su00-r2 (theirs to leaf-su00-r4)"});
}

TEST_CASE("a rail that goes to another unit is found") {
  Plan plan = small();
  Link& link = link_at(plan, "hgx-su01-h00:eth1");
  link.b = {"leaf-su00-r0", "swp17s0"};
  CHECK(said(plan) == Texts{"plan_rails fail hgx-su01-h00: eth1 to leaf-su00-r0 (theirs to "
                            "leaf-su01-r0)"});
}

TEST_CASE("where two nodes disagree nobody knows which is right: a warning") {
  Plan plan = small();
  std::erase_if(plan.links, [](const Link& link) {
    return link.a.node != "hgx-su00-h00" && link.a.node != "hgx-su00-h01";
  });
  Link& one = link_at(plan, "hgx-su00-h01:eth1");
  Link& two = link_at(plan, "hgx-su00-h01:eth2");
  std::swap(one.b, two.b);
  one.rail.reset(), two.rail.reset();
  const Texts texts = said(plan);
  REQUIRE(texts.size() == 1);
  CHECK(texts[0].starts_with("plan_rails warn hgx-su00-h01"));
}

TEST_CASE("rails by number must agree with the leaf's") {
  Plan plan = small();
  link_at(plan, "hgx-su00-h07:eth3").rail = 6;
  CHECK(said(plan) == Texts{"plan_rails fail hgx-su00-h07:eth3 - leaf-su00-r2:swp4s1: leaf-su00-r2 "
                            "serves rail 2"});
}

TEST_CASE("a host that lacks rails") {
  Plan plan = small();
  std::erase_if(plan.links, [](const Link& link) {
    return link.a.text() == "hgx-su00-h07:eth3" || link.a.text() == "hgx-su00-h07:eth4";
  });
  CHECK(said(plan) == Texts{"plan_missing_rails warn hgx-su00-h07: no cable at eth3, eth4"});
}

TEST_CASE("storage with two NICs is no node that lacks six") {
  Plan plan = small();
  for (int s = 0; s < 3; ++s)
    for (int n = 1; n <= 2; ++n) {
      Link link;
      link.a = {"stor-" + std::to_string(s), "eth" + std::to_string(n)};
      link.b = {"leaf-su00-r" + std::to_string(n - 1), "swp" + std::to_string(30 - s) + "s0"};
      plan.links.push_back(link);
    }
  for (int s = 0; s < 3; ++s) {
    Node& node = plan.nodes.emplace_back();
    node.name = "stor-" + std::to_string(s);
    node.role = Role::host;
  }
  CHECK(said(plan).empty());
}

TEST_CASE("a leaf with one uplink less, and one with both in one spine") {
  Plan plan = small();
  std::erase_if(plan.links,
                [](const Link& link) { return link.a.text() == "leaf-su00-r3:swp34s1"; });
  CHECK(said(plan) == Texts{"plan_uplinks warn leaf-su00-r3: 31, unevenly: 7 to spine-s00, 8 to "
                            "spine-s01, 8 to spine-s02, 8 to spine-s03"});
}

TEST_CASE("a plan whose leaves all go up to one spine") {
  Plan plan = small();
  std::erase_if(plan.links, [&](Link& link) {
    return link.b.node.starts_with("spine") && link.b.node != "spine-s00";
  });
  std::size_t found = 0;
  for (const std::string& text : said(plan))
    found += text.starts_with("plan_spines warn spine-s00: the uplinks of all 16 switches below");
  CHECK(found == 1);
}

TEST_CASE("800G between switches rules adaptive routing out; without it nothing is said") {
  Plan plan = small();
  plan.intent = {};
  link_at(plan, "leaf-su00-r3:swp34s1").rate = 800_Gbps;
  Link& whole = link_at(plan, "leaf-su00-r2:swp34s1");
  whole.rate.reset();
  whole.a.name = "swp65";
  CHECK(said(plan, false).empty());
  CHECK(said(plan, true).size() == 2);
}

TEST_CASE("hundreds of wirings without any order are compared in bounded time") {
  Plan plan;
  for (int h = 0; h < 3000; ++h) {
    plan.nodes.emplace_back().name = "host" + std::to_string(h);
    plan.nodes.back().role = Role::host;
    for (int n = 0; n < 8; ++n) {
      Link& link = plan.links.emplace_back();
      link.a = {plan.nodes.back().name, "eth" + std::to_string(n)};
      link.b = {"leaf" + std::to_string((h * 7 + n * n * 31) % 64), std::to_string(h * 8 + n)};
    }
  }
  for (int l = 0; l < 64; ++l) {
    plan.nodes.emplace_back().name = "leaf" + std::to_string(l);
    plan.nodes.back().role = Role::leaf;
  }
  lint(plan);
}

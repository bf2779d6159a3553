// The reference wiring: counted by hand, and clean by its own lint.

#include "plan/make.h"

#include <map>
#include <set>

#include "plan/lint.h"
#include "plan/plan.h"
#include "plan/text_fields.h"
#include "support/catch.h"

using namespace weft;

namespace {

MadePlan made(const MakeRequest& request) {
  Result<MadePlan> result = make_plan(request);
  INFO((result ? std::string() : result.error().text()));
  REQUIRE(result);
  return std::move(*result);
}

std::string refusal(const MakeRequest& request) {
  const Result<MadePlan> result = make_plan(request);
  REQUIRE_FALSE(result);
  return result.error().text();
}

const SwitchUse& use(const MadePlan& plan, std::string_view kind) {
  for (const SwitchUse& one : plan.switches)
    if (one.kind == kind) return one;
  FAIL("no " << kind);
  return plan.switches[0];
}

void no_port_twice(const Plan& plan) {
  std::set<Port> ports;
  std::map<std::string, Role> roles;
  for (const Node& node : plan.nodes) CHECK(roles.emplace(node.name, node.role).second);
  for (const Link& link : plan.links)
    for (const Port* port : {&link.a, &link.b}) {
      CHECK(ports.insert(*port).second);
      CHECK(roles.count(port->node) == 1);
    }
}

}  // namespace

TEST_CASE("256 nodes in two tiers: 64 leaves 1:1, 16 full spines") {
  const MadePlan plan = made({256});
  CHECK(use(plan, "leaf").switches == 64);
  CHECK(use(plan, "leaf").down_most == 32);
  CHECK(use(plan, "leaf").up == 32);
  CHECK(use(plan, "leaf").oversubscription == 1.0);
  CHECK(use(plan, "spine").switches == 16);
  CHECK(use(plan, "spine").down_most == 128);
  CHECK(plan.plan.links.size() == 2048 + 2048);
  CHECK(plan.plan.nodes.size() == 256 + 64 + 16);
  const Link& first = plan.plan.links[0];
  CHECK(first.a.text() + " - " + first.b.text() == "hgx-su00-h00:eth1 - leaf-su00-r0:swp1s0");
  CHECK(plan.plan.links[2048].a.text() == "leaf-su00-r0:swp33s0");
  CHECK(plan.plan.links[2048].b.text() == "spine-s00:swp1s0");
  no_port_twice(plan.plan);
}

TEST_CASE("rail r of every node of a unit is on leaf r of that unit") {
  const MadePlan plan = made({70, 4, 2, 32});
  std::map<std::string, const Node*> nodes;
  for (const Node& node : plan.plan.nodes) nodes[node.name] = &node;
  for (const Link& link : plan.plan.links) {
    if (nodes[link.a.node]->role != Role::host) continue;
    CHECK(nodes[link.b.node]->rail == link.rail);
    CHECK(link.a.node.substr(4, 4) == link.b.node.substr(5, 4));  // su00
  }
  CHECK(use(plan, "leaf").down_least == 6);
  no_port_twice(plan.plan);
}

TEST_CASE("the largest of each tier, and what is refused with its numbers") {
  CHECK(made({128, 8, 1}).plan.links.size() == 1024);
  CHECK(refusal({129, 8, 1}) ==
        "one tier: 129 nodes on each leaf, which has 128 ports of 400G (with two tiers more nodes "
        "fit: --tiers 2)");
  CHECK(made({1024, 8, 2, 64}).host_cables == 8192);  // 8,192 GPUs, the limit of two tiers
  CHECK(refusal({1024}).find("256 leaves") != std::string::npos);
  CHECK(refusal({1025, 8, 2, 64}).find("--tiers 3") != std::string::npos);
  CHECK(refusal({256, 8, 2, 65}).find("130 ports of 400G where an SN5600 has 128") !=
        std::string::npos);
  CHECK(refusal({32, 8, 3}).find("two pods") != std::string::npos);
}

TEST_CASE("three tiers: pods, and superspines in groups") {
  const MadePlan plan = made({1024, 8, 3});
  CHECK(use(plan, "leaf").switches == 256);
  CHECK(use(plan, "spine").switches == 128);
  CHECK(use(plan, "spine").down_most == 64);
  CHECK(use(plan, "spine").up == 64);
  CHECK(use(plan, "superspine").switches == 64);
  CHECK(use(plan, "superspine").down_most == 128);
  CHECK(plan.plan.links.size() == 3 * 8192);
  no_port_twice(plan.plan);
}

TEST_CASE("spines and uplinks as asked for, or why not") {
  MakeRequest request{256};
  request.uplinks = 16;
  request.spines = 8;
  const MadePlan plan = made(request);
  CHECK(use(plan, "leaf").oversubscription == 2.0);
  CHECK(use(plan, "spine").switches == 8);
  request.spines = 5;
  CHECK(refusal(request).find("16 uplinks of a leaf do not spread evenly over 5 spines") !=
        std::string::npos);
  request.spines = 4;
  CHECK(refusal(request).find("need 256 ports of 400G below on a spine, which has 128") !=
        std::string::npos);
}

TEST_CASE("all mistakes of a request are said together") {
  MakeRequest request{0, 9000, 4};
  request.spines = -1;
  const std::string text = refusal(request);
  for (const std::string_view word : {"nodes is 0", "rails is 9000", "tiers is 4", "spines is -1"})
    CHECK(text.find(word) != std::string::npos);
}

TEST_CASE("host ports are one for each rail") {
  MakeRequest request{32, 2, 2};
  request.host_ports = {"eth1", "ETH1"};
  CHECK(refusal(request).find("host port 'ETH1' is there twice") != std::string::npos);
}

TEST_CASE("what is made passes its own lint, read back in every format") {
  for (const MakeRequest& request :
       {MakeRequest{40, 8, 1}, MakeRequest{100}, MakeRequest{300, 4, 3}}) {
    const MadePlan plan = made(request);
    for (const auto& [id, format] : plan_formats::all()) {
      INFO(id);
      std::vector<std::string> lost;
      const Result<PlanRead> read = read_plan(format.write(plan.plan, lost), "made", id);
      REQUIRE(read);
      CHECK(read->faults.empty());
      CHECK(read->warnings.empty());
      CHECK(read->plan.links.size() == plan.plan.links.size());
      const auto findings = lint(read->plan, {true});
      INFO((findings.empty() ? std::string()
                             : findings[0].finding.subject + findings[0].finding.observed));
      CHECK(findings.empty());
    }
  }
}

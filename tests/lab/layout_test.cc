// The lab on paper: addresses, ways and every text its programs are given, as goldens; what cannot
// be built is refused with all its reasons.

#include "lab/layout.h"

#include <set>

#include "lab/qos.h"
#include "lab/tenants.h"
#include "lab/texts.h"
#include "plan/make.h"
#include "plan/plan.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

Plan made(std::int64_t nodes, std::int64_t rails, std::int64_t unit, std::int64_t tiers = 2,
          std::optional<std::int64_t> spines = 2) {
  MakeRequest request;
  request.nodes = nodes;
  request.rails = rails;
  request.unit_size = unit;
  request.tiers = tiers;
  request.spines = spines;
  auto plan = make_plan(request);
  INFO((plan ? std::string() : plan.error().text()));
  REQUIRE(plan);
  return std::move(plan->plan);
}

LabLayout laid_out(const Plan& plan, const LabOptions& options = {}) {
  auto layout = lay_out(plan, options);
  INFO((layout ? std::string() : layout.error().text()));
  REQUIRE(layout);
  return std::move(*layout);
}

std::string refusal(const Plan& plan) {
  const auto layout = lay_out(plan, {});
  REQUIRE_FALSE(layout);
  return layout.error().text();
}

Plan two_hosts_on(std::string a, std::string b) {
  Plan plan;
  plan.nodes = {{"h1", Role::host}, {"h2", Role::host}, {"leaf", Role::leaf}};
  plan.links.push_back({.a = {"h1", std::move(a)}, .b = {"leaf", "swp1"}});
  plan.links.push_back({.a = {"h2", std::move(b)}, .b = {"leaf", "swp2"}});
  return plan;
}

std::string everything_of(const LabLayout& layout, const LabNode& node) {
  std::string out = "== " + node.name + "\n-- ip\n" + address_batch(layout, node);
  out += "-- kernel\n";
  for (const KernelSetting& s : kernel_settings(node)) out += s.path + " " + s.value + "\n";
  out += "-- lldpd\n" + lldpd_config(layout, node);
  if (!node.is_host())
    out += "-- nft\n" + qos_table(layout.options, node) + tenant_table(layout) + "-- zebra\n" +
           zebra_config(node) + "-- bgpd\n" + bgpd_config(layout, node);
  return out;
}

std::string texts_of(const LabLayout& layout, std::initializer_list<const char*> nodes) {
  std::string out = "== operator\n" + management_batch(layout);
  for (const LabCable& cable : layout.cables) out += cable_batch(layout, cable);
  out += "== a host's queue\n" + queue_batch(layout.options, *layout.hosts()[0], "eth1");
  out += "== a switch's queue\n" + queue_batch(layout.options, *layout.switches()[0], "swp1");
  for (const char* name : nodes) out += everything_of(layout, *layout.node(name));
  return out;
}

}  // namespace

TEST_CASE("lab: the texts of a small fabric with BGP", "[lab]") {
  LabOptions options;
  options.bfd = true;
  const LabLayout layout = laid_out(made(4, 2, 2), options);
  test::check_golden("lab/golden/bgp.txt",
                     texts_of(layout, {"hgx-su00-h01", "leaf-su01-r1", "spine-s00"}));
}

TEST_CASE("lab: the texts of a small fabric with static routes", "[lab]") {
  LabOptions options;
  options.static_routes = true;
  const LabLayout layout = laid_out(made(4, 1, 2), options);
  test::check_golden("lab/golden/static.txt",
                     texts_of(layout, {"hgx-su00-h00", "leaf-su00-r0", "spine-s01"}));
}

TEST_CASE("lab: no address and no MAC twice, in every shape that fits", "[lab]") {
  for (const Plan& plan : {made(8, 2, 4), made(16, 8, 4, 2, 4), made(12, 2, 3, 3, 1),
                           made(20, 1, 1, 1, {}), made(2, 8, 2, 2, 1)}) {
    LabOptions options;
    options.static_routes = true;
    const LabLayout layout = laid_out(plan, options);
    std::set<std::string> seen;
    for (const LabNode& node : layout.nodes) {
      if (node.is_host()) CHECK(seen.insert(node.management).second);
      if (node.is_host()) CHECK(seen.insert(node.management_mac).second);
      if (!node.is_host()) CHECK(seen.insert(node.loopback).second);
      for (const LabPort& port : node.ports) {
        CHECK(seen.insert(port.mac).second);
        CHECK(seen.insert(port.address).second);
        CHECK(layout.node(port.far.node)->port(port.far.name)->address == port.far_address);
      }
    }
  }
}

TEST_CASE("lab: ways are all shortest ones, over three tiers too", "[lab]") {
  const LabLayout two = laid_out(made(8, 2, 4));
  for (const LabRoute& route : routes_from(two, *two.node("leaf-su00-r0"))) {
    CAPTURE(route.prefix);
    CHECK(route.hops.size() == 4);
  }
  CHECK(routes_from(two, *two.node("leaf-su00-r0")).size() == 3);
  CHECK(routes_from(two, *two.node("spine-s00")).size() == 4);
  CHECK(routes_from(two, *two.node("spine-s00")).front().hops.size() == 2);

  const LabLayout three = laid_out(made(12, 2, 3, 3, 1));
  std::size_t over_the_top = 0;
  for (const LabRoute& route : routes_from(three, *three.node("leaf-p0-su00-r0"))) {
    CHECK(route.hops.size() == 3);
    ++over_the_top;
  }
  CHECK(over_the_top == 7);
  std::set<std::int64_t> spines;
  for (const LabNode* node : three.switches())
    if (node->role == Role::spine) spines.insert(node->as_number);
  CHECK(spines.size() == 2);  // one a pod, so that no path is refused as a loop
}

TEST_CASE("lab: rails are the plan's, else the ports' places on their host", "[lab]") {
  Plan plan = two_hosts_on("eth5", "eth7");
  CHECK(laid_out(plan).node("h2")->ports[0].rail == 0);
  plan.links[0].rail = plan.links[1].rail = 3;
  const LabLayout layout = laid_out(plan);
  CHECK(layout.node("h1")->ports[0].address == "10.4.0.1");
  CHECK(layout.node("h2")->ports[0].address == "10.4.0.3");
  CHECK(layout.rails == 4);
}

TEST_CASE("lab: the management port makes room for a planned eth0", "[lab]") {
  CHECK(laid_out(two_hosts_on("eth1", "eth1")).management_port == "eth0");
  CHECK(laid_out(two_hosts_on("eth0", "eth1")).management_port == "mgmt0");
}

TEST_CASE("lab: what is planned only, or ends outside, is left out", "[lab]") {
  Plan plan = two_hosts_on("eth1", "eth1");
  plan.nodes.push_back({"h3", Role::host});
  plan.links.push_back({.a = {"h3", "eth1"}, .b = {"leaf", "swp3"}, .status = LinkStatus::planned});
  plan.links.push_back({.a = {"leaf", "swp4"}});
  const LabLayout layout = laid_out(plan);
  CHECK(layout.cables.size() == 2);
  CHECK(layout.node("h3") == nullptr);
}

TEST_CASE("lab: what does not fit is refused with the numbers", "[lab]") {
  const std::string said = refusal(made(64, 2, 32));
  CHECK(said.find("70 nodes and 256 links: a lab holds up to 64 nodes and 300 links") !=
        std::string::npos);
  CHECK(said.find("--only") != std::string::npos);
  CHECK(refusal(Plan{}).find("no cable") != std::string::npos);
}

TEST_CASE("lab: names that no interface or host can have are told, all of them", "[lab]") {
  Plan plan = two_hosts_on("Ethernet1/1", "mlx5_0_port_number_1");
  plan.nodes[0].name = plan.links[0].a.node = "h 1";
  const std::string said = refusal(plan);
  CHECK(said.find("node 'h 1' cannot be a host name: it holds ' '") != std::string::npos);
  CHECK(said.find("Ethernet1/1' cannot be an interface here: its name holds '/'") !=
        std::string::npos);
  CHECK(said.find("has 20 bytes, at most 15 fit") != std::string::npos);
  CHECK(refusal(two_hosts_on("lo", "eth1")).find("is the loopback") != std::string::npos);
  CHECK(refusal(two_hosts_on("-x", "eth1")).find("does not begin") != std::string::npos);
}

TEST_CASE("lab: two tenants have a wall between them, one has none", "[lab]") {
  Plan plan = two_hosts_on("eth1", "eth1");
  plan.nodes[0].tenant = "red";
  CHECK(tenant_table(laid_out(plan)).empty());
  plan.nodes[1].tenant = "blue";
  const std::string table = tenant_table(laid_out(plan));
  CHECK(table.find("set tenant1 { type ipv4_addr; elements = { 10.1.0.1 } }") != table.npos);
  CHECK(table.find("ip saddr @tenant1 ip daddr @tenant0 drop") != table.npos);
  plan.nodes[1].tenant = "red";
  CHECK(tenant_table(laid_out(plan)).empty());
}

TEST_CASE("lab: a cable between hosts and a port with two cables are refused", "[lab]") {
  Plan plan = two_hosts_on("eth1", "eth1");
  plan.links.push_back({.a = {"h1", "eth2"}, .b = {"h2", "eth2"}});
  CHECK(refusal(plan).find("a cable between two hosts") != std::string::npos);
  plan = two_hosts_on("eth1", "eth1");
  plan.links[1].b.name = "swp1";
  CHECK(refusal(plan).find("two cables end at leaf:swp1") != std::string::npos);
}

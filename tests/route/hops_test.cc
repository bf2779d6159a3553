#include "route/hops.h"

#include <algorithm>
#include <map>

#include "support/catch.h"
#include "twin/loads.h"

using namespace weft;

namespace {

std::uint32_t node(const Plan& plan, std::string_view name) {
  for (std::uint32_t i = 0; i < plan.nodes.size(); ++i)
    if (plan.nodes[i].name == name) return i;
  FAIL("no node " << name);
  return nowhere;
}

std::uint32_t link_between(const LinkGraph& graph, std::uint32_t a, std::uint32_t b) {
  for (const std::uint32_t link : graph.links_of(a))
    if (graph.to[link] == b) return link;
  FAIL("no link");
  return nowhere;
}

// Hops of the shortest ways by Floyd and Warshall, hosts never on the way.
std::vector<std::vector<int>> distances(const LinkGraph& graph,
                                        const std::vector<std::uint8_t>& dead) {
  const std::uint32_t n = graph.nodes();
  std::vector d(n, std::vector<int>(n, 1'000'000));
  for (std::uint32_t i = 0; i < n; ++i) d[i][i] = 0;
  for (std::uint32_t link = 0; link < graph.links(); ++link)
    if (graph.from[link] != nowhere && !dead[link] && !graph.is_host(graph.from[link]) &&
        !graph.is_host(graph.to[link]))
      d[graph.from[link]][graph.to[link]] = 1;
  for (std::uint32_t k = 0; k < n; ++k)
    for (std::uint32_t i = 0; i < n; ++i)
      for (std::uint32_t j = 0; j < n; ++j) d[i][j] = std::min(d[i][j], d[i][k] + d[k][j]);
  return d;
}

// What is sent on from a switch, by following every way again; without memory.
double reach(const LinkGraph& graph, const NextHops& hops, std::uint32_t from, std::uint32_t leaf) {
  if (from == leaf) return 1e300;
  std::map<std::uint32_t, double> to;
  for (const std::uint32_t link : hops.links(from, leaf))
    to[graph.to[link]] += graph.capacity[link];
  double sum = 0;
  for (const auto& [next, together] : to) sum += std::min(together, reach(graph, hops, next, leaf));
  return sum;
}

void check_hops(const LinkGraph& graph, const std::vector<std::uint8_t>& dead) {
  const NextHops hops(graph, dead);
  const auto d = distances(graph, dead);
  for (const NicPort& nic : graph.nics)
    for (std::uint32_t from = 0; from < graph.nodes(); ++from) {
      if (graph.is_host(from)) continue;
      std::vector<std::uint32_t> expected;
      for (const std::uint32_t link : graph.links_of(from))
        if (!dead[link] && !graph.is_host(graph.to[link]) && from != nic.leaf &&
            d[from][nic.leaf] < 1'000'000 && d[graph.to[link]][nic.leaf] + 1 == d[from][nic.leaf])
          expected.push_back(link);
      const auto found = hops.links(from, nic.leaf);
      std::vector<std::uint32_t> sorted(found.begin(), found.end());
      std::ranges::sort(sorted);
      std::ranges::sort(expected);
      REQUIRE(sorted == expected);
      INFO("from " << from << " to " << nic.leaf << " d " << d[from][nic.leaf] << " ways "
                   << found.size());
      if (from != nic.leaf)
        REQUIRE(hops.reach(from, nic.leaf) == Approx(reach(graph, hops, from, nic.leaf)));
    }
}

std::vector<std::uint8_t> some_dead(const LinkGraph& graph, std::mt19937_64& random, int one_in) {
  std::vector<std::uint8_t> dead(graph.links());
  for (std::uint8_t& one : dead) one = random() % static_cast<std::uint64_t>(one_in) == 0;
  return dead;
}

}  // namespace

TEST_CASE("NICs are told apart by host and rail, whatever the order of cables") {
  Plan plan = loads::clos(4, 2, 2);
  std::ranges::reverse(plan.links);
  const LinkGraph graph = link_graph(plan);
  REQUIRE(graph.nics.size() == 8);
  for (std::uint32_t i = 0; i < 8; ++i) {
    CHECK(graph.nics[i].rail == i % 2);
    CHECK(graph.nics[i].host == i / 2);
    CHECK(graph.to[graph.nics[i].up] == graph.nics[i].leaf);
    CHECK(graph.from[graph.nics[i].down] == graph.nics[i].leaf);
  }
}

TEST_CASE("cables to nowhere, to themselves or not yet there are no ways") {
  Plan plan = loads::clos(4, 1, 2);
  const std::size_t cables = plan.links.size();
  plan.links.push_back({{"leaf-su00-r0", "x"}, {}});
  plan.links.push_back({{"leaf-su00-r0", "y"}, {"leaf-su00-r0", "z"}});
  plan.links.push_back(
      {{"leaf-su00-r0", "p"}, {"leaf-su01-r0", "p"}, 400_Gbps, LinkStatus::planned});
  const LinkGraph graph = link_graph(plan);
  CHECK(graph.links() == 2 * (cables + 3));
  CHECK(graph.out.size() == 2 * cables);
}

TEST_CASE("next hops are the first links of all shortest ways, on any wiring, with dead links") {
  std::mt19937_64 random(7);
  for (int turn = 0; turn < 60; ++turn) {
    Plan plan;
    const std::size_t switches = 2 + random() % 9;
    for (std::size_t i = 0; i < switches; ++i)
      plan.nodes.push_back({.name = "s" + std::to_string(i), .role = Role::leaf});
    const auto name = [&] { return plan.nodes[random() % switches].name; };
    for (std::size_t i = 0; i < 4; ++i) {
      plan.nodes.push_back({.name = "h" + std::to_string(i), .role = Role::host});
      plan.links.push_back({{plan.nodes.back().name, "eth0"}, {name(), "h" + std::to_string(i)}});
    }
    for (std::size_t i = 0; i < switches * 2; ++i)
      plan.links.push_back({{name(), "a" + std::to_string(i)}, {name(), "b" + std::to_string(i)}});
    const LinkGraph graph = link_graph(plan);
    check_hops(graph, some_dead(graph, random, 8));
  }
}

TEST_CASE("leaves that are alike share a search, and still each has its own ways") {
  std::mt19937_64 random(8);
  for (const auto& plan : {loads::wide_clos(24, 4), loads::wide_clos(32, 4, 3),
                           loads::clos(12, 2, 4), loads::clos(24, 2, 4, 3)})
    for (const int one_in : {1'000'000, 100, 20, 5}) {
      LinkGraph graph = link_graph(plan);
      if (one_in == 20)
        for (double& capacity : graph.capacity) capacity /= double(1 + random() % 2);
      check_hops(graph, some_dead(graph, random, one_in));
    }
}

TEST_CASE("a failed cable takes its spine out of the ways to that leaf, and the reach with it") {
  const Plan plan = loads::wide_clos(32, 8);
  const LinkGraph graph = link_graph(plan);
  const std::uint32_t a = node(plan, "leaf-su00-r0"), b = node(plan, "leaf-su01-r0");
  const std::uint32_t c = node(plan, "leaf-su02-r0"), spine = node(plan, "spine-s03");
  std::vector<std::uint8_t> dead(graph.links());
  dead[link_between(graph, spine, b)] = 1;
  const NextHops hops(graph, dead);
  CHECK(hops.links(a, b).size() == 7);
  CHECK(hops.reach(a, b) == Approx(7 * 400e9));
  CHECK(hops.links(a, c).size() == 8);
  CHECK(hops.links(b, a).size() == 8);  // the other direction is alive
  CHECK(hops.links(a, a).empty());
}

#include "route/paths.h"

#include <map>
#include <set>

#include "support/catch.h"
#include "twin/loads.h"

using namespace weft;

namespace {

struct Ways {
  LinkGraph graph;
  NextHops hops;
  FlowPaths paths;

  explicit Ways(const Plan& plan, std::vector<std::uint8_t> dead = {})
      : graph(link_graph(plan)), hops(graph, dead) {}
  bool add(Spreading spreading, std::uint32_t from, std::uint32_t to, std::uint16_t port = 49152) {
    PathFinder finder(graph, hops, choices_for(graph, spreading, 11));
    return finder.add(loads::tuple(from, to, port), from, to, paths);
  }
  std::vector<std::uint32_t> nodes_of(std::uint32_t flow) const {
    std::vector<std::uint32_t> out{graph.from[paths.links_of(flow)[0]]};
    for (const std::uint32_t link : paths.links_of(flow)) out.push_back(graph.to[link]);
    return out;
  }
};

}  // namespace

TEST_CASE("a hashed flow takes one way, always the same, from end to end") {
  Ways ways(loads::wide_clos(64, 8));
  for (const std::uint16_t port : {49152, 49152, 50000})
    REQUIRE(ways.add(Spreading::hash, 0, 63, port));
  CHECK(ways.nodes_of(0) == ways.nodes_of(1));
  for (std::uint32_t flow = 0; flow < 3; ++flow) {
    CHECK(ways.paths.links_of(flow).size() == 4);
    CHECK(ways.nodes_of(flow).front() == 0);
    CHECK(ways.nodes_of(flow).back() == 63);
  }
}

TEST_CASE("source ports of one pair of NICs spread over all ways, evenly") {
  Ways ways(loads::wide_clos(64, 8));
  std::map<std::uint32_t, int> used;
  for (std::uint16_t port = 49152; port < 49152 + 8000; ++port) {
    ways.paths = {};
    ways.add(Spreading::hash, 0, 63, port);
    ++used[ways.paths.link[1]];
  }
  REQUIRE(used.size() == 8);
  for (const auto& [link, count] : used) CHECK(std::abs(count - 1000) < 150);
}

TEST_CASE("a static way depends on the target alone") {
  Ways ways(loads::wide_clos(64, 8));
  ways.add(Spreading::fixed, 0, 63);
  ways.add(Spreading::fixed, 1, 63, 50000);
  ways.add(Spreading::fixed, 1, 62);
  CHECK(ways.paths.link[1] == ways.paths.link[5]);
  CHECK(ways.paths.link[1] != ways.paths.link[9]);
}

TEST_CASE("a sprayed flow uses all ways alike, and the shares of each stage are whole") {
  for (const std::int64_t tiers : {2, 3}) {
    Ways ways(loads::clos(64, 1, 8, tiers));
    REQUIRE(ways.add(Spreading::spray, 0, 63));
    std::map<int, double> whole;
    std::set<float> shares;
    for (std::size_t i = 0; i < ways.paths.link.size(); ++i) {
      whole[ways.paths.stage[i]] += ways.paths.share[i];
      if (ways.paths.stage[i] == 1) shares.insert(ways.paths.share[i]);
    }
    CHECK(whole.size() == (tiers == 2 ? 4 : 6));
    for (const auto& [stage, share] : whole) CHECK(share == Approx(1).epsilon(1e-6));
    CHECK(shares.size() == 1);
  }
}

TEST_CASE("spray gives a way less when capacity behind it failed") {
  const Plan plan = loads::clos(32, 1, 8);  // 4 leaves, few spines, parallel cables
  const LinkGraph graph = link_graph(plan);
  const std::uint32_t target = 31, leaf = graph.nics[target].leaf;
  std::vector<std::uint8_t> dead(graph.links());
  std::uint32_t lame = nowhere;
  for (const std::uint32_t link : graph.links_of(leaf))
    if (!graph.is_host(graph.to[link]) && lame == nowhere) {
      dead[link] = dead[reverse_of(link)] = 1;
      lame = graph.to[link];
    }
  Ways ways(plan, dead);
  REQUIRE(ways.add(Spreading::spray, 0, target));
  double through = 0;
  std::size_t cables = 0;
  for (std::size_t i = 0; i < ways.paths.link.size(); ++i)
    if (ways.paths.stage[i] == 1 && graph.to[ways.paths.link[i]] == lame) {
      through += ways.paths.share[i];
      ++cables;
    }
  // 8 cables up from a leaf, 7 of them can go on.
  CHECK(through == Approx((double(cables) - 1) / 7).epsilon(1e-5));
}

TEST_CASE("a flow without a way says so and has no links") {
  Ways one_tier(loads::clos(4, 2, 4, 1));
  CHECK(one_tier.add(Spreading::hash, 0, 2));        // one rail: one leaf
  CHECK_FALSE(one_tier.add(Spreading::hash, 0, 3));  // rails meet nowhere
  CHECK_FALSE(one_tier.add(Spreading::spray, 0, 3));
  CHECK(one_tier.paths.flows() == 3);
  CHECK(one_tier.paths.links_of(1).empty());
  std::vector<std::uint8_t> dead(one_tier.graph.links());
  dead[one_tier.graph.nics[2].down] = 1;
  Ways cut(loads::clos(4, 2, 4, 1), dead);
  CHECK_FALSE(cut.add(Spreading::hash, 0, 2));
  CHECK(cut.add(Spreading::hash, 2, 0));
}

#include "twin/max_min.h"

#include <numeric>

#include "support/catch.h"
#include "twin/fair_reference.h"
#include "twin/loads.h"

using namespace weft;

namespace {

std::vector<double> rates_of(const LoadProblem& problem) {
  MaxMin solver;
  const auto rates = solver.solve(problem);
  return {rates.begin(), rates.end()};
}

// Flows of a permutation of all NICs over a plan.
struct Permutation {
  LinkGraph graph;
  FlowPaths paths;
  std::vector<double> rates;
  std::uint32_t from_leaf(std::uint32_t flow) const { return graph.nics[flow].leaf; }

  Permutation(const Plan& plan, Spreading spreading, std::uint64_t seed) : graph(link_graph(plan)) {
    const NextHops hops(graph);
    PathFinder finder(graph, hops, choices_for(graph, spreading, seed));
    const auto to = loads::cycle(static_cast<std::uint32_t>(graph.nics.size()), seed);
    for (std::uint32_t i = 0; i < to.size(); ++i)
      REQUIRE(finder.add(loads::tuple(i, to[i]), i, to[i], paths));
    rates = rates_of({graph.capacity, paths});
  }
  double mean() const {
    return std::accumulate(rates.begin(), rates.end(), 0.0) / double(rates.size()) / 400e9;
  }
  double least() const { return std::ranges::min(rates) / 400e9; }
};

}  // namespace

TEST_CASE("two flows share a link, a third takes what one of them leaves elsewhere") {
  FlowPaths paths;
  paths.first = {0, 1, 3, 4};
  paths.link = {0, 0, 1, 1};
  paths.share = {1, 1, 1, 1};
  paths.stage = {0, 0, 1, 0};
  const std::vector<double> capacity{10, 12};
  CHECK(rates_of({capacity, paths}) == std::vector<double>{5, 5, 7});
  const std::vector<double> weight{4, 1, 1};
  CHECK(rates_of({capacity, paths, weight}) == std::vector<double>{8, 2, 10});
}

TEST_CASE("rates are those of the reference, which are max-min by the definition") {
  for (std::uint64_t seed = 1; seed <= 1500; ++seed) {
    INFO("seed " << seed);
    const loads::RandomLoad load = loads::random_load(seed);
    const auto expected = reference::fair_rates(load.reference());
    REQUIRE(reference::certified(load.reference(), expected, 1e-12L));
    const auto rates = rates_of(load.problem());
    for (std::size_t f = 0; f < rates.size(); ++f)
      REQUIRE(rates[f] == Approx(double(expected[f])).epsilon(1e-9));
  }
}

TEST_CASE("a permutation sprayed over a full Clos runs at line rate everywhere") {
  for (const std::uint64_t seed : {1, 2, 3}) {
    CHECK(Permutation(loads::wide_clos(128, 16), Spreading::spray, seed).least() ==
          Approx(1).epsilon(1e-5));
    CHECK(Permutation(loads::clos(64, 1, 8, 3), Spreading::spray, seed).least() ==
          Approx(1).epsilon(1e-5));
  }
}

// k flows on k links leave (1 - 1/k)^k of them empty, about 1/e: the "60 %" of plain Ethernet. The
// facts call a ratio of the slowest flow to the mean of 0.3 to 0.6 the mark of hashing.
TEST_CASE("a permutation that is hashed fills about 1 - 1/e of the uplinks") {
  double used = 0, uplinks = 0, least_to_mean = 0, mean = 0;
  constexpr int seeds = 8;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Permutation p(loads::wide_clos(1024, 32), Spreading::hash, seed);
    std::vector<int> flows(p.graph.links(), 0);
    for (const std::uint32_t link : p.paths.link) ++flows[link];
    for (std::uint32_t link = 0; link < p.graph.links(); ++link)
      if (p.graph.roles[p.graph.from[link]] == Role::leaf &&
          p.graph.roles[p.graph.to[link]] == Role::spine) {
        ++uplinks;
        used += flows[link] > 0;
      }
    least_to_mean += p.least() / p.mean() / seeds;
    mean += p.mean() / seeds;
  }
  // 31 of 32 flows leave their leaf: 1 - (1 - 1/32)^31.
  CHECK(used / uplinks == Approx(1 - std::pow(1 - 1.0 / 32, 31)).margin(0.01));
  CHECK(least_to_mean > 0.3);
  CHECK(least_to_mean < 0.6);
  CHECK(mean == Approx(0.6).margin(0.1));  // "about 60 %" where adaptive routing gives 95
}

TEST_CASE("switches with one seed make the same choice: of three tiers the upper links are idle") {
  const Plan plan = loads::wide_clos(64, 8, 3);
  const LinkGraph graph = link_graph(plan);
  const NextHops hops(graph);
  const auto used = [&](bool equal) {
    auto choices = choices_for(graph, Spreading::hash, 5);
    if (equal)
      for (SwitchChoice& choice : choices) choice.seed = 5;
    PathFinder finder(graph, hops, choices);
    FlowPaths paths;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const auto to = loads::cycle(64, seed);
      for (std::uint32_t i = 0; i < 64; ++i) finder.add(loads::tuple(i, to[i]), i, to[i], paths);
    }
    std::vector<bool> seen(graph.links());
    std::size_t upper = 0;
    for (const std::uint32_t link : paths.link)
      if (!seen[link] && graph.roles[graph.to[link]] == Role::superspine) {
        seen[link] = true;
        ++upper;
      }
    return upper;
  };
  CHECK(used(true) * 2 < used(false));
}

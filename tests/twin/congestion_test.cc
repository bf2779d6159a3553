#include "twin/congestion.h"

#include "support/catch.h"
#include "twin/latency.h"
#include "twin/loads.h"

using namespace weft;

namespace {

// Host 0 under one leaf is flooded from four hosts under another; host 4 there, which also sends
// to it, sends a victim to a host that nobody else wants.
struct Flood {
  LinkGraph graph = link_graph(loads::wide_clos(16, 8));
  FlowPaths paths;

  Flood() {
    const NextHops hops(graph);
    PathFinder finder(graph, hops, choices_for(graph, Spreading::fixed, 1));
    for (std::uint32_t i = 8; i < 12; ++i) finder.add(loads::tuple(i, 0), i, 0, paths);
    finder.add(loads::tuple(12, 8 - 1), 12, 7, paths);  // alone all the way
    finder.add(loads::tuple(8, 1), 8, 1, paths);        // the victim: its NIC also floods
  }
  CongestedRates rates(CongestionControl control, std::span<const double> loss = {}) const {
    CongestionSettings settings;
    settings.control = control;
    settings.loss = loss;
    return congested_rates({graph.capacity, paths}, settings);
  }
};

}  // namespace

TEST_CASE("with congestion control a victim of an incast keeps what the others leave") {
  const CongestedRates r = Flood().rates(CongestionControl::ideal);
  CHECK(r.rate[0] == Approx(100e9));
  CHECK(r.rate[4] == Approx(400e9));
  CHECK(r.rate[5] == Approx(300e9));  // its NIC less the 100 of the flood
}

TEST_CASE("with pauses alone the victim is as slow as the incast, who shares nothing is not") {
  const Flood flood;
  const CongestedRates r = flood.rates(CongestionControl::pfc);
  for (int i = 0; i < 4; ++i) CHECK(r.rate[i] == Approx(100e9));
  CHECK(r.rate[4] == Approx(400e9));
  CHECK(r.rate[5] == Approx(100e9));
  CHECK(r.paused[flood.graph.nics[8].up]);
  CHECK_FALSE(r.paused[flood.graph.nics[12].up]);
  CHECK_FALSE(r.paused[flood.graph.nics[0].down]);  // it is full, not paused
}

TEST_CASE("pauses never give anybody more than max-min does to the slowest") {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const loads::RandomLoad load = loads::random_load(seed);
    CongestionSettings settings;
    const auto ideal = congested_rates(load.problem(), settings).rate;
    settings.control = CongestionControl::pfc;
    const auto paused = congested_rates(load.problem(), settings).rate;
    std::vector<double> carried(load.capacity.size(), 0);
    double least = 1e300, least_paused = 1e300;
    for (std::uint32_t f = 0; f < load.paths.flows(); ++f) {
      for (std::uint32_t e = load.paths.first[f]; e < load.paths.first[f + 1]; ++e)
        carried[load.paths.link[e]] += paused[f] * load.paths.share[e];
      least = std::min(least, ideal[f] / load.weight[f]);
      least_paused = std::min(least_paused, paused[f] / load.weight[f]);
    }
    CHECK(least_paused == Approx(least));
    for (std::size_t link = 0; link < carried.size(); ++link)
      REQUIRE(carried[link] <= load.capacity[link] * (1 + 1e-9));
  }
}

TEST_CASE("without pauses and control an incast's goodput collapses") {
  const CongestedRates r = Flood().rates(CongestionControl::lossy);
  CHECK(r.lost[1] > 0.5);
  CHECK(r.rate[1] < 0.05 * 100e9);
  CHECK(r.rate[4] == Approx(400e9));
}

TEST_CASE("a lossy link costs its own flows, by go-back-N's formula") {
  const Flood flood;
  std::vector<double> loss(flood.graph.links(), 0);
  loss[flood.graph.nics[12].up] = 1e-3;
  const CongestedRates r = flood.rates(CongestionControl::ideal, loss);
  const double window = 400e9 * 8e-6 / (4178 * 8);
  CHECK(r.lost[4] == Approx(1e-3));
  CHECK(r.rate[4] == Approx(400e9 * 0.999 / (0.999 + 1e-3 * window)));
  CHECK(r.rate[0] == Approx(100e9));
  CHECK(go_back_n_efficiency(0, 100) == 1);
  CHECK(go_back_n_efficiency(1, 100) == 0);
}

TEST_CASE("latency grows by hops, and by the queues of full links") {
  const LinkGraph graph = link_graph(loads::clos(64, 1, 8, 3));
  const NextHops hops(graph);
  PathFinder finder(graph, hops, choices_for(graph, Spreading::hash, 1));
  FlowPaths paths;
  std::vector<double> ns;
  for (const std::uint32_t to : {1u, 9u, 63u}) finder.add(loads::tuple(0, to), 0, to, paths);
  const LatencySettings settings;
  for (std::uint32_t f = 0; f < 3; ++f) ns.push_back(base_latency_ns(settings, graph, paths, f, 8));
  CHECK(ns[0] == Approx(2300).margin(1));  // 1, 3 and 5 switches
  CHECK(ns[1] == Approx(3400).margin(1));
  CHECK(ns[2] == Approx(4500).margin(1));
  std::vector<double> rates{400e9, 0, 0};
  auto carried = carried_by_links(paths, rates, graph.links());
  // Both links of flow 0 are full; flows 1 and 2 share its first one. 150 KB at 400G are 3 us.
  CHECK(queueing_ns(settings, graph.capacity, paths, 0, carried) == Approx(6000));
  CHECK(queueing_ns(settings, graph.capacity, paths, 2, carried) == Approx(3000));
  for (double& load : carried) load *= 0.5;
  CHECK(queueing_ns(settings, graph.capacity, paths, 2, carried) == Approx(41.78).epsilon(0.01));
}

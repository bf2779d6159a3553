#include "twin/transfers.h"

#include "support/catch.h"
#include "twin/loads.h"

using namespace weft;

namespace {

constexpr Picos us = 1'000'000;

// Ends of flows by solving everything again at every end, in long double seconds.
std::vector<long double> plain_ends(const loads::RandomLoad& load, const std::vector<double>& bits,
                                    const std::vector<Picos>& start) {
  std::vector<long double> left(bits.begin(), bits.end()), end(bits.size(), -1);
  long double now = 0;
  while (std::ranges::count(end, -1) > 0) {
    reference::Load here;
    here.capacity = load.reference().capacity;
    std::vector<std::size_t> who;
    long double next = reference::infinite;
    for (std::size_t f = 0; f < end.size(); ++f) {
      if (end[f] >= 0) continue;
      if (start[f] * 1e-12L > now + 1e-15L) {
        next = std::min(next, start[f] * 1e-12L - now);
        continue;
      }
      who.push_back(f);
      here.flows.push_back(load.reference().flows[f]);
      here.weight.push_back(load.weight[f]);
    }
    const auto rates = reference::fair_rates(here);
    for (std::size_t i = 0; i < who.size(); ++i) next = std::min(next, left[who[i]] / rates[i]);
    now += next;
    for (std::size_t i = 0; i < who.size(); ++i)
      if ((left[who[i]] -= rates[i] * next) < bits[who[i]] * 1e-12L) end[who[i]] = now;
  }
  return end;
}

}  // namespace

TEST_CASE("flows end when a plain simulation says so, whenever they start") {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const loads::RandomLoad load = loads::random_load(seed);
    std::mt19937_64 random(seed);
    std::vector<double> bits;
    std::vector<Picos> start;
    for (std::uint32_t f = 0; f < load.paths.flows(); ++f) {
      bits.push_back(0.001 * double(1 + random() % 5));
      start.push_back(seed % 2 == 0 ? 0 : Picos(random() % 4) * 500 * us);
    }
    const auto expected = plain_ends(load, bits, start);
    Transfers transfers(load.problem(), {bits, start});
    transfers.run();
    for (std::uint32_t f = 0; f < bits.size(); ++f) {
      INFO("seed " << seed << " flow " << f);
      REQUIRE(double(transfers.end(f)) == Approx(double(expected[f]) * 1e12).epsilon(1e-7));
    }
  }
}

TEST_CASE("an incast takes as long as its bytes take over the target's link") {
  const LinkGraph graph = link_graph(loads::wide_clos(64, 16));
  const NextHops hops(graph);
  PathFinder finder(graph, hops, choices_for(graph, Spreading::spray, 1));
  FlowPaths paths;
  for (std::uint32_t i = 1; i < 64; ++i) finder.add(loads::tuple(i, 0), i, 0, paths);
  const std::vector<double> bits(63, 8e6);
  Transfers transfers({graph.capacity, paths}, {bits});
  transfers.run();
  CHECK(transfers.last_end() == 63 * 20 * us);
  CHECK(transfers.changes() == 2);  // all start, all end
}

TEST_CASE("a link that goes down stops its flow until it is there again") {
  FlowPaths paths;
  paths.first = {0, 1, 2};
  paths.link = {0, 1};
  paths.share = {1, 1};
  paths.stage = {0, 0};
  const std::vector<double> capacity{1e9, 1e9}, bits{1e6, 1e6};  // 1 ms each
  Transfers transfers({capacity, paths}, {bits});
  transfers.run(400 * us);
  transfers.set_capacity(0, 0);
  transfers.run(5000 * us);
  CHECK(transfers.end(0) == never);
  CHECK(transfers.left(0) == Approx(6e5));
  CHECK(transfers.end(1) == 1000 * us);
  transfers.set_capacity(0, 1e9);
  transfers.run();
  CHECK(transfers.end(0) == 5600 * us);
}

// An uplink is pulled while all hosts of a leaf send: they stand still until routes have changed,
// then go on at what is left.
TEST_CASE("after a pulled uplink and new routes a leaf goes on at (k-1)/k") {
  const LinkGraph graph = link_graph(loads::wide_clos(16, 4));
  std::vector<std::uint8_t> dead(graph.links());
  std::uint32_t pulled = nowhere;
  for (const std::uint32_t link : graph.links_of(graph.nics[0].leaf))
    if (!graph.is_host(graph.to[link])) pulled = link;
  const auto routed = [&] {
    const NextHops hops(graph, dead);
    PathFinder finder(graph, hops, choices_for(graph, Spreading::spray, 1));
    FlowPaths paths;
    for (std::uint32_t i = 0; i < 4; ++i)
      REQUIRE(finder.add(loads::tuple(i, 8 + i), i, 8 + i, paths));
    return paths;
  };
  const FlowPaths before = routed();
  std::vector<double> bits(4, 400e9 * 1e-3);  // 1 ms at line rate
  Transfers first({graph.capacity, before}, {bits});
  first.run(250 * us);
  first.set_capacity(pulled, 0);
  first.run(450 * us);
  for (std::uint32_t f = 0; f < 4; ++f) bits[f] = first.left(f);
  CHECK(bits[0] == Approx(400e9 * 0.75e-3).epsilon(1e-6));
  dead[pulled] = dead[reverse_of(pulled)] = 1;
  const FlowPaths after = routed();
  const std::vector<Picos> start(4, first.now());
  Transfers second({graph.capacity, after}, {bits, start});
  second.run();
  CHECK(second.last_end() == Approx(double(450 * us + 1000 * us)).epsilon(1e-6));
}

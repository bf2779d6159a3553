#include "twin/live_rates.h"

#include "support/catch.h"
#include "twin/loads.h"

using namespace weft;

namespace {

// The rates of the active flows, solved from nothing.
std::vector<double> fresh(const loads::RandomLoad& load, const std::vector<double>& capacity,
                          const LiveRates& live) {
  loads::RandomLoad part;
  part.capacity = capacity;
  for (std::uint32_t f = 0; f < load.paths.flows(); ++f) {
    if (!live.active(f)) continue;
    for (std::uint32_t e = load.paths.first[f]; e < load.paths.first[f + 1]; ++e) {
      part.paths.link.push_back(load.paths.link[e]);
      part.paths.share.push_back(load.paths.share[e]);
    }
    part.paths.first.push_back(static_cast<std::uint32_t>(part.paths.link.size()));
    part.weight.push_back(load.weight[f]);
  }
  std::vector<double> out;
  for (const long double rate : reference::fair_rates(part.reference()))
    out.push_back(double(rate));
  return out;
}

}  // namespace

TEST_CASE("after any change the rates are those of a fresh solve") {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const loads::RandomLoad load = loads::random_load(seed);
    std::mt19937_64 random(seed);
    LiveRates live(load.problem());
    std::vector<double> capacity = load.capacity;
    for (int change = 0; change < 40; ++change) {
      INFO("seed " << seed << " change " << change);
      for (std::uint64_t n = 1 + random() % 3; n-- > 0;) {
        const auto flow = static_cast<std::uint32_t>(random() % load.paths.flows());
        if (live.active(flow))
          live.remove(flow);
        else
          live.add(flow);
      }
      if (random() % 8 == 0) {
        const auto link = static_cast<std::uint32_t>(random() % capacity.size());
        capacity[link] = 1 + double(random() % 9);
        live.set_capacity(link, capacity[link]);
      }
      live.settle();
      const auto expected = fresh(load, capacity, live);
      std::size_t next = 0;
      for (std::uint32_t f = 0; f < load.paths.flows(); ++f)
        if (live.active(f)) REQUIRE(live.rate(f) == Approx(expected[next++]).epsilon(1e-8));
    }
  }
}

TEST_CASE("only flows whose rates may have changed are told") {
  FlowPaths paths;  // two pairs of flows, each on a link of its own
  paths.first = {0, 1, 2, 3, 4};
  paths.link = {0, 0, 1, 1};
  paths.share = {1, 1, 1, 1};
  paths.stage = {0, 0, 0, 0};
  const std::vector<double> capacity{10, 10};
  LiveRates live({capacity, paths});
  for (std::uint32_t f = 0; f < 4; ++f) live.add(f);
  CHECK(live.settle().size() == 4);
  live.remove(2);
  const auto changed = live.settle();
  REQUIRE(changed.size() == 1);
  CHECK(changed[0] == 3);
  CHECK(live.rate(3) == 10);
  CHECK(live.rate(0) == 5);
}

// The times of collectives against closed forms and the published ceilings (reference facts 4.3).

#include "twin/collective.h"

#include "support/catch.h"
#include "twin/loads.h"
#include "twin_fault/twin_fault.h"

using namespace weft;

namespace {

constexpr double nic = 400e9 * 4096 / 4178;  // payload bit/s
constexpr double large = 16.0 * (1LL << 30);

// `nodes` of 8 rails in units of two, a spine for each uplink.
TwinState cluster(std::int64_t nodes, bool adaptive = true) {
  MakeRequest request;
  request.nodes = nodes;
  request.rails = 8;
  request.tiers = 2;
  request.unit_size = 2;
  request.spines = 2;
  Plan plan = make_plan(request).value().plan;
  plan.intent.adaptive_routing = adaptive;
  return make_state(plan, 1);
}

CollectiveOutcome outcome(const TwinState& state, std::string_view collective,
                          std::string_view algorithm, double bytes,
                          const CollectiveSettings& settings = {}) {
  TwinTraffic traffic(state);
  std::vector<TwinNic> nics;
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n)
    for (std::size_t slot = 0; slot < traffic.slots(n); ++slot)
      if (state.nodes[std::size_t(n)].is_host()) nics.push_back(traffic.nic(n, slot));
  const auto out = collective_outcome(traffic, {collective, algorithm, bytes, nics, 1}, settings);
  REQUIRE(out.has_value());
  return *out;
}

// NVLink that is no limit.
constexpr CollectiveSettings wide{1e18, 0};

}  // namespace

TEST_CASE("a ring's bus bandwidth is what the NICs of a node carry") {
  for (const std::int64_t nodes : {2, 4, 8}) {
    const TwinState state = cluster(nodes);
    for (const char* collective : {"all_reduce", "all_gather", "reduce_scatter"}) {
      const CollectiveOutcome one = outcome(state, collective, "ring", large, wide);
      REQUIRE(one.works);
      CHECK(one.bus_bps == Approx(8 * nic).epsilon(0.005));  // 392 GB/s
    }
    CHECK(outcome(state, "broadcast", "ring", large, wide).bus_bps ==
          Approx(8 * nic).epsilon(0.005));
  }
}

TEST_CASE("hierarchical: 8 NIC ((n-1)/n) / ((N-1)/N) where NVLink is no limit") {
  for (const std::int64_t nodes : {2, 4, 8}) {
    const double n = 8.0 * double(nodes), k = double(nodes);
    const CollectiveOutcome one =
        outcome(cluster(nodes), "all_reduce", "hierarchical", large, wide);
    CHECK(one.bus_bps == Approx(8 * nic * ((n - 1) / n) / ((k - 1) / k)).epsilon(0.005));
  }
}

TEST_CASE("hierarchical: NVLink's time comes on top") {
  const CollectiveSettings settings;
  const double t = outcome(cluster(4), "all_reduce", "hierarchical", large, settings).seconds;
  const double between = 2 * large / 8 * 3 / 4 * 8 / nic;
  const double inside = 2 * large * 7 / 8 * 8 / settings.nvlink_bps;
  CHECK(t == Approx(between + inside).epsilon(0.005));
}

TEST_CASE("inside of one node only NVLink counts") {
  MakeRequest request;
  request.nodes = 2;
  request.rails = 8;
  request.tiers = 1;
  const TwinState state = make_state(make_plan(request).value().plan, 1);
  TwinTraffic traffic(state);
  std::vector<TwinNic> nics;
  for (std::size_t slot = 0; slot < 8; ++slot) nics.push_back(traffic.nic(0, slot));
  const CollectiveSettings settings;
  const auto one = collective_outcome(traffic, {"all_reduce", "ring", large, nics, 1}, settings);
  REQUIRE(one.has_value());
  CHECK(one->bus_bps == Approx(settings.nvlink_bps).epsilon(0.005));
}

TEST_CASE("all-to-all: NIC (n-1)/(n-8) with spray, less with hashing") {
  for (const std::int64_t nodes : {2, 4, 8}) {
    const double n = 8.0 * double(nodes);
    const CollectiveOutcome spray = outcome(cluster(nodes), "all_to_all", "direct", large, wide);
    CHECK(spray.bus_bps == Approx(nic * (n - 1) / (n - 8)).epsilon(0.01));
    const CollectiveOutcome hash =
        outcome(cluster(nodes, false), "all_to_all", "direct", large, wide);
    CHECK(hash.bus_bps < spray.bus_bps * 0.95);
  }
}

TEST_CASE("small collectives are bound by latency: rounds times a hop") {
  const TwinState state = cluster(4);
  const CollectiveOutcome ring = outcome(state, "all_reduce", "ring", 1024);
  CHECK(ring.rounds == 62);
  CHECK(ring.seconds > 62 * 2e-6);
  CHECK(ring.seconds < 62 * 5e-6);
  CHECK(outcome(state, "all_reduce", "tree", 1024).seconds < ring.seconds);
}

TEST_CASE("a slow NIC slows the whole ring to its share") {
  const TwinState healthy = cluster(4);
  const auto place = place_twin_fault("slow_nic:hgx-su00-h01:eth3", healthy, 1);
  REQUIRE(place.has_value());
  const TwinState state = with_fault(healthy, *place);
  const double slow = outcome(state, "all_reduce", "ring", large, wide).bus_bps;
  CHECK(slow == Approx(8 * nic * 0.6).epsilon(0.005));
}

TEST_CASE("a link that is out stops the collective, and says so") {
  const TwinState healthy = cluster(4);
  const auto place = place_twin_fault("missing_cable:hgx-su00-h01:eth3", healthy, 1);
  REQUIRE(place.has_value());
  const CollectiveOutcome out =
      outcome(with_fault(healthy, *place), "all_reduce", "ring", large, wide);
  CHECK_FALSE(out.works);
  CHECK(out.why.find("cable") != std::string::npos);
}

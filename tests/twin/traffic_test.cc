#include "twin/traffic.h"

#include "support/catch.h"
#include "twin/loads.h"
#include "twin_fault/twin_fault.h"

using namespace weft;

namespace {

// 16 hosts with a NIC each, 4 leaves of 4, 4 spines, one cable between each leaf and spine.
TwinState healthy() { return make_state(loads::wide_clos(16, 4), 1); }

TwinState broken(std::string_view fault) {
  const TwinState state = healthy();
  return with_fault(state, place_twin_fault(fault, state, 1).value());
}

// Each host to the one `step` further on, all at once.
std::vector<TwinFlowResult> shifted(const TwinState& state, int step,
                                    std::string_view transport = "verbs", bool load = true,
                                    std::int32_t hosts = 16) {
  TwinTraffic traffic(state);
  std::vector<TwinFlow> flows;
  for (std::int32_t h = 0; h < hosts; ++h)
    flows.push_back({traffic.nic(h, 0), traffic.nic((h + step) % hosts, 0)});
  const auto results = traffic.round(flows, transport, 1 << 20, load);
  return {results.begin(), results.end()};
}

constexpr double line_rate = 400e9 * 4096 / 4178;  // of RoCE's payload

}  // namespace

TEST_CASE("a healthy fabric gives everybody the payload of the line, by transport") {
  for (const auto& [transport, share] :
       {std::pair{"verbs", 4096.0 / 4178}, {"mpi", 9164.0 / 9254}, {"udp", 9124.0 / 9254}})
    for (const TwinFlowResult& one : shifted(healthy(), 5, transport)) {
      CHECK(one.works);
      CHECK(one.payload_bps == Approx(400e9 * share).epsilon(0.002));
      CHECK(one.lost == 0);
    }
}

TEST_CASE("without adaptive routing flows collide on uplinks") {
  Plan plan = loads::wide_clos(16, 4);
  plan.intent.adaptive_routing = false;
  double least = 1;
  for (std::uint64_t seed = 1; seed < 6; ++seed)
    for (const TwinFlowResult& one : shifted(make_state(plan, seed), 5))
      least = std::min(least, one.payload_bps / line_rate);
  CHECK(least < 0.51);
}

TEST_CASE("faults of a NIC slow its flows, and no others") {
  for (const auto& [fault, share] :
       {std::pair{"slow_nic:hgx-su00-h02:eth1", 0.6},
        {"slow_link:hgx-su00-h02:eth1", 0.5},
        {"noisy_tenant:hgx-su00-h02:eth1", 0.5},
        {"pcie_half_width:hgx-su00-h02:eth1", 8 * 32e9 * 128 / 130 * 0.9 / 400e9}}) {
    INFO(fault);
    const auto results = shifted(broken(fault), 4);
    for (std::size_t h = 0; h < results.size(); ++h) {
      const bool noise = std::string_view(fault).starts_with("noisy");  // of what it sends
      const bool hit = h == 2 || (h == 14 && !noise);
      CHECK(results[h].payload_bps == Approx(line_rate * (hit ? share : 1)).epsilon(0.003));
    }
  }
}

TEST_CASE("flows of a host whose cable is out, or in another's place, do not work") {
  for (const std::string_view fault :
       {"missing_cable:hgx-su00-h02:eth1", "disabled_port:hgx-su00-h02:eth1",
        "swapped_cables:hgx-su00-h02:eth1,hgx-su01-h02:eth1"}) {
    INFO(fault);
    const auto results = shifted(broken(fault), 4);
    CHECK_FALSE(results[2].works);
    CHECK(results[2].why != "");
    CHECK(results[3].works);
    CHECK_FALSE(results[14].works);  // sends to it
  }
}

TEST_CASE("adaptive routing goes round a dead spine, at what is left") {
  for (const TwinFlowResult& one : shifted(broken("dead_spine:spine-s01"), 4)) {
    CHECK(one.works);
    CHECK(one.payload_bps == Approx(line_rate * 3 / 4).epsilon(0.002));
  }
}

TEST_CASE("a small MTU on the way drops what is larger, and lets small messages through") {
  const TwinState state = broken("wrong_mtu:leaf-su00-r0:swp2s0");
  const auto far = state.text(state.at(state.end({"leaf-su00-r0", "swp2s0"})).far);
  INFO(far);
  const auto bulk = shifted(state, 4);
  const std::size_t hit = 2;  // of that port
  CHECK(far == "hgx-su00-h02:eth1");
  CHECK_FALSE(bulk[hit].works);
  CHECK(bulk[hit].why == "packets are larger than a port on the way allows");
  TwinTraffic traffic(state);
  const TwinFlow flow{traffic.nic(2, 0), traffic.nic(7, 0)};
  CHECK(traffic.round({&flow, 1}, "verbs", 8, false)[0].works);
}

TEST_CASE("a lossy cable costs who uses it, by how much of it they use") {
  const auto nic = shifted(broken("lossy_link:hgx-su00-h02:eth1"), 4);
  const auto uplink = shifted(broken("lossy_link:leaf-su00-r0:swp33s0"), 4);
  CHECK(nic[2].lost == Approx(1e-4).epsilon(0.01));
  CHECK(nic[3].lost == 0);
  CHECK(nic[2].payload_bps < line_rate * 0.995);
  CHECK(uplink[0].lost == Approx(2.5e-5).epsilon(0.05));  // a quarter of each host's packets
  CHECK(uplink[8].lost == 0);
}

TEST_CASE("a NIC that ignores congestion makes victims of its neighbours' flows") {
  TwinState state = broken("congestion_control_off:hgx-su00-h01:eth1");
  const auto run = [](const TwinState& of) {
    TwinTraffic traffic(of);
    std::vector<TwinFlow> flows;  // hosts 1, 5, 6, 7 flood host 8; host 1 also sends to host 9
    for (const int h : {1, 5, 6, 7}) flows.push_back({traffic.nic(h, 0), traffic.nic(8, 0)});
    flows.push_back({traffic.nic(1, 0), traffic.nic(9, 0)});
    const auto results = traffic.round(flows, "verbs", 1 << 20, true);
    return results[4].payload_bps / line_rate;
  };
  CHECK(run(healthy()) == Approx(0.75).epsilon(0.01));
  CHECK(run(state) == Approx(0.25).epsilon(0.01));
}

TEST_CASE("rails that meet nowhere are reached through the host") {
  const TwinState state = make_state(loads::clos(4, 2, 4, 1), 1);
  TwinTraffic traffic(state);
  const TwinFlow flow{traffic.nic(0, 0), traffic.nic(2, 1)};
  const auto results = traffic.round({&flow, 1}, "verbs", 1 << 20, true);
  CHECK(results[0].works);
  CHECK(results[0].payload_bps == Approx(line_rate).epsilon(0.002));
}

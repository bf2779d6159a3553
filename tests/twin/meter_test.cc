#include "twin/meter.h"

#include "support/catch.h"
#include "twin/loads.h"
#include "twin_fault/twin_fault.h"

using namespace weft;

namespace {

constexpr std::uint64_t frame = 4096 + 44 + 18;  // RoCE at path MTU 4096, with header and FCS
constexpr double size = 1 << 20;                 // of a message: 256 frames
constexpr std::int64_t messages = 2000;

// 16 hosts with a NIC each, 4 leaves of 4, 4 spines, one cable between each leaf and spine.
TwinState fabric(std::string_view fault = "", bool adaptive = true) {
  Plan plan = loads::wide_clos(16, 4);
  plan.intent.adaptive_routing = adaptive;
  const TwinState state = make_state(plan, 1);
  return fault.empty() ? state : with_fault(state, place_twin_fault(fault, state, 1).value());
}

void send(TwinState& state, const std::vector<std::pair<int, int>>& pairs, bool load = true) {
  TwinTraffic traffic(state);
  TwinMeter meter(state, traffic);
  std::vector<TwinFlow> flows;
  for (const auto& [from, to] : pairs)
    flows.push_back({traffic.nic(from, 0), traffic.nic(to, 0), std::uint16_t(49152 + from)});
  const auto results = traffic.round(flows, "verbs", load ? size : 8, load);
  const std::vector<std::int64_t> moved(flows.size(), messages);
  meter.count(flows, results, moved, load ? size : 8, 0.05, load);
}

std::vector<std::pair<int, int>> shift(int by) {
  std::vector<std::pair<int, int>> out;
  for (int h = 0; h < 16; ++h) out.emplace_back(h, (h + by) % 16);
  return out;
}

// To host 15 from all others: the last hops are its leaf's port and the spines' ports to that leaf.
std::vector<std::pair<int, int>> incast() {
  std::vector<std::pair<int, int>> out;
  for (int h = 0; h < 15; ++h) out.emplace_back(h, 15);
  return out;
}

using Priority = TwinCounters::Priority;

Priority sum_of(const std::vector<TwinPort>& ports) {
  Priority out;
  for (const TwinPort& port : ports)
    for (const Priority& one : port.counters.priorities) {
      out.tx_bytes += one.tx_bytes, out.rx_bytes += one.rx_bytes;
      out.tx_packets += one.tx_packets, out.rx_packets += one.rx_packets;
      out.tx_pauses += one.tx_pauses, out.rx_pauses += one.rx_pauses;
      out.ecn_marked += one.ecn_marked, out.discards += one.discards;
    }
  return out;
}

Priority sum_of(const TwinState& state, bool hosts) {
  std::vector<TwinPort> ports;
  for (const TwinNode& node : state.nodes)
    if (node.is_host() == hosts) ports.insert(ports.end(), node.ports.begin(), node.ports.end());
  return sum_of(ports);
}

const TwinPort& port(const TwinState& state, const char* node, const char* name) {
  const TwinEnd end = state.end({node, name});
  REQUIRE(end.there());
  return state.at(end);
}

const TwinPort& nic(const TwinState& state, int host) {
  return state.nodes[std::size_t(host)].ports[0];
}
const TwinPort& leaf_port_of(const TwinState& state, int host) {
  return state.at(nic(state, host).far);
}

std::vector<std::uint64_t> uplink_bytes(const TwinState& state, const char* leaf) {
  std::vector<std::uint64_t> out;
  for (const TwinPort& one : state.nodes[std::size_t(state.node(leaf))].ports)
    if (one.to_switch) out.push_back(sum_of({one}).tx_bytes);
  return out;
}

}  // namespace

TEST_CASE("a NIC counts what it sent, in whole frames, and its peer the same") {
  TwinState state = fabric();
  send(state, shift(5));
  for (int h = 0; h < 16; ++h) {
    const Priority& one = nic(state, h).counters.priorities[3];
    CHECK(one.tx_packets == 256 * messages);
    CHECK(one.tx_bytes == 256 * messages * frame);
    CHECK(one.rx_bytes == one.tx_bytes);
    CHECK(sum_of({nic(state, h)}).tx_bytes == one.tx_bytes);  // nothing in another class
  }
}

TEST_CASE("what goes into a switch comes out of it, but for what is counted as dropped") {
  for (const char* fault :
       {"", "adaptive_routing_off:leaf-su00-r0", "dead_spine:spine-s01",
        "lossy_link:leaf-su00-r0:swp33s0", "pfc_off:leaf-su03-r0:swp33s0",
        "wrong_dscp_map:leaf-su00-r0", "ecn_off:leaf-su03-r0",
        "congestion_control_off:hgx-su00-h02:eth1", "wrong_host_dscp:hgx-su01-h01"})
    for (const auto& pairs : {shift(5), incast()}) {
      INFO(fault << " " << pairs.size());
      TwinState state = fabric(fault);
      send(state, pairs);
      for (const TwinNode& node : state.nodes) {
        if (!node.is_switch()) continue;
        const Priority all = sum_of(node.ports);
        CHECK(all.rx_packets == all.tx_packets + all.discards);
        if (all.discards == 0) CHECK(all.rx_bytes == all.tx_bytes);
      }
      std::uint64_t damaged = 0;
      for (const TwinNode& node : state.nodes)
        for (const TwinPort& one : node.ports) damaged += one.counters.rx_errors;
      const Priority hosts = sum_of(state, true), switches = sum_of(state, false);
      CHECK(hosts.tx_packets == hosts.rx_packets + hosts.discards + switches.discards + damaged);
      CHECK((damaged > 0) == std::string_view(fault).starts_with("lossy"));
    }
}

TEST_CASE("spray loads all uplinks alike, hashing does not") {
  TwinState sprayed = fabric();
  send(sprayed, shift(4));
  const auto even = uplink_bytes(sprayed, "leaf-su00-r0");
  REQUIRE(even.size() == 4);
  for (const std::uint64_t bytes : even)
    CHECK(double(bytes) == Approx(256.0 * messages * frame).epsilon(1e-4));
  TwinState hashed = fabric("", false);
  send(hashed, shift(4));
  auto uneven = uplink_bytes(hashed, "leaf-su00-r0");
  std::ranges::sort(uneven);
  CHECK(uneven.back() >= 2 * 256 * messages * frame);  // two of four flows on one uplink
  CHECK(uneven.front() == 0);
  CHECK(nic(sprayed, 5).counters.out_of_sequence > 0);
  CHECK(nic(hashed, 5).counters.out_of_sequence == 0);
}

TEST_CASE("a switch that maps DSCP wrongly counts in another class from there on") {
  TwinState state = fabric("wrong_dscp_map:leaf-su00-r0");
  send(state, {{0, 4}});
  CHECK(nic(state, 0).counters.priorities[3].tx_packets == 256 * messages);
  CHECK(leaf_port_of(state, 0).counters.priorities[0].rx_packets == 256 * messages);
  CHECK(leaf_port_of(state, 0).counters.priorities[3].rx_packets == 0);
  CHECK(leaf_port_of(state, 4).counters.priorities[3].tx_packets == 256 * messages);
  const auto bytes = uplink_bytes(state, "leaf-su00-r0");
  CHECK(std::ranges::count(bytes, 0) == 3);  // and is not adaptively routed there
}

TEST_CASE("a host with another DSCP is in another class everywhere, and hashed") {
  TwinState state = fabric("wrong_host_dscp:hgx-su00-h00");
  send(state, shift(4));
  CHECK(nic(state, 0).counters.priorities[0].tx_packets == 256 * messages);
  CHECK(nic(state, 0).counters.priorities[3].tx_packets == 0);
  CHECK(leaf_port_of(state, 4).counters.priorities[0].tx_packets == 256 * messages);
  CHECK(nic(state, 1).counters.priorities[3].tx_packets == 256 * messages);
}

TEST_CASE("an incast is marked where it queues, told to the senders, and loses nothing") {
  TwinState state = fabric();
  send(state, incast());
  const TwinPort& last = leaf_port_of(state, 15);
  CHECK(last.counters.priorities[3].ecn_marked > 0);
  CHECK(nic(state, 15).counters.ecn_marked_packets == sum_of(state, false).ecn_marked);
  std::uint64_t handled = 0;
  for (int h = 0; h < 15; ++h) {
    CHECK(nic(state, h).counters.cnp_handled > 0);
    CHECK(nic(state, h).counters.cnp_ignored == 0);
    CHECK(nic(state, h).counters.priorities[6].rx_packets == nic(state, h).counters.cnp_handled);
    handled += nic(state, h).counters.cnp_handled;
  }
  CHECK(nic(state, 15).counters.cnp_sent == handled);
  CHECK(sum_of(state, false).discards == 0);
  CHECK(sum_of(state, false).tx_pauses > 0);  // the first round trip, a few
  CHECK(sum_of(state, false).tx_pauses < 40);
  CHECK(sum_of(state, true).tx_pauses == 0);  // no host pauses
}

TEST_CASE("a permutation that fits marks nothing and pauses nobody") {
  TwinState state = fabric();
  send(state, shift(5));
  const Priority all = sum_of(state, false);
  CHECK(all.ecn_marked == 0);
  CHECK(all.tx_pauses == 0);
  CHECK(all.discards == 0);
  CHECK(nic(state, 3).counters.packet_seq_err == 0);
}

TEST_CASE("without PFC on a hop into an incast, its queue drops in the RoCE class") {
  TwinState state = fabric("pfc_off:leaf-su03-r0:swp33s0");
  send(state, incast());
  const Priority& last = leaf_port_of(state, 15).counters.priorities[3];
  CHECK(last.discards > 0);
  CHECK(sum_of(state, false).discards == last.discards);
  CHECK(sum_of({port(state, "leaf-su03-r0", "swp33s0")}).tx_pauses == 0);
  CHECK(sum_of({port(state, "leaf-su03-r0", "swp34s0")}).tx_pauses > 0);
  std::uint64_t told = 0;
  for (int h = 0; h < 15; ++h) told += nic(state, h).counters.packet_seq_err;
  CHECK(told > 0);
}

TEST_CASE("traffic in a lossy class is dropped where others are paused") {
  TwinState state = fabric("wrong_host_dscp:hgx-su00-h00");
  send(state, incast());
  CHECK(leaf_port_of(state, 15).counters.priorities[0].discards > 0);
  CHECK(leaf_port_of(state, 15).counters.priorities[3].discards == 0);
}

TEST_CASE("with ECN out of reach nobody is told, and pauses take its place") {
  TwinState healthy = fabric(), state = fabric("ecn_off:leaf-su03-r0");
  send(healthy, incast());
  send(state, incast());
  CHECK(leaf_port_of(state, 15).counters.priorities[3].ecn_marked == 0);
  CHECK(sum_of(state, false).tx_pauses > 100 * sum_of(healthy, false).tx_pauses);
}

TEST_CASE("a NIC that ignores CNPs says so, and its leaf pauses it") {
  TwinState state = fabric("congestion_control_off:hgx-su00-h02:eth1");
  send(state, incast());
  CHECK(nic(state, 2).counters.cnp_ignored > 0);
  CHECK(nic(state, 2).counters.cnp_handled == 0);
  CHECK(nic(state, 1).counters.cnp_handled > 0);
  CHECK(nic(state, 2).counters.priorities[3].rx_pauses >
        10 * nic(state, 6).counters.priorities[3].rx_pauses);
}

TEST_CASE("a receiver that is slower than its port pauses its leaf") {
  TwinState state = fabric("slow_nic:hgx-su00-h02:eth1");
  send(state, {{4, 2}});
  CHECK(nic(state, 2).counters.priorities[3].tx_pauses > 1000);
  CHECK(leaf_port_of(state, 2).counters.priorities[3].rx_pauses ==
        nic(state, 2).counters.priorities[3].tx_pauses);
}

TEST_CASE("a lossy cable counts bad frames where they come in, and repeats where they left") {
  TwinState state = fabric("lossy_link:hgx-su00-h02:eth1");
  send(state, {{2, 5}});
  CHECK(leaf_port_of(state, 2).counters.rx_errors > 0);
  CHECK(nic(state, 5).counters.rx_errors == 0);
  CHECK(nic(state, 2).counters.priorities[3].tx_packets > 256 * messages);
  CHECK(nic(state, 2).counters.packet_seq_err + nic(state, 2).counters.local_ack_timeout_err ==
        leaf_port_of(state, 2).counters.rx_errors);
}

TEST_CASE("small messages are answered, one for one") {
  TwinState state = fabric();
  send(state, {{0, 4}}, false);
  CHECK(nic(state, 0).counters.priorities[3].tx_packets == messages);
  CHECK(nic(state, 0).counters.priorities[3].rx_packets == messages);
  CHECK(nic(state, 0).counters.priorities[3].tx_bytes == messages * (8 + 62));
}

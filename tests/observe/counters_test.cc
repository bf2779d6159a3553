// Counters of network devices: the cases hs-h01 to hs-h03, differences, and a whole machine.

#include "observe/counters.h"

#include <algorithm>

#include "base/text.h"
#include "host/ethtool_statistics.h"
#include "observe/counter_names.h"
#include "support/catch.h"
#include "support/golden.h"

namespace weft {
namespace {

// "mlx5_0/ports/1/counters/port_xmit_data: 231250000000" as files of a machine.
FakeHost host_of(const std::string& text) {
  FakeHost host("host");
  for (const std::string_view line : lines(text)) {
    const auto colon = line.find(": ");
    if (colon == line.npos || line.find("/ports/") == line.npos) continue;
    const std::string path = "/sys/class/infiniband/" + std::string(line.substr(0, colon));
    host.answers(path, {std::string(line.substr(colon + 2)) + "\n", "host: " + path});
  }
  return host;
}

const Counter* find(const std::vector<Counter>& all, std::string_view device,
                    std::string_view raw) {
  const auto it = std::ranges::find_if(
      all, [&](const Counter& c) { return c.device == device && c.raw == raw; });
  return it == all.end() ? nullptr : &*it;
}

const CounterChange* find(const std::vector<CounterChange>& all, std::string_view device,
                          std::string_view raw) {
  const auto it = std::ranges::find_if(
      all, [&](const CounterChange& c) { return c.device == device && c.raw == raw; });
  return it == all.end() ? nullptr : &*it;
}

TEST_CASE("counters: hs-h01 data is counted in words of 4 bytes, and N/A is no zero") {
  FakeHost before = host_of(test::read_test_file("cases/hs-h01.t0.txt"));
  FakeHost after = host_of(test::read_test_file("cases/hs-h01.t1.txt"));
  const auto changes = differences("host", read_rdma_counters(before), read_rdma_counters(after));
  const auto* sent = find(changes, "mlx5_0/1", "port_xmit_data");
  const auto* received = find(changes, "mlx5_0/1", "port_rcv_data");
  const auto* missing = find(changes, "i40iw0/1", "port_xmit_data");
  REQUIRE(sent != nullptr);
  REQUIRE(received != nullptr);
  REQUIRE(missing != nullptr);
  CHECK(sent->name == "tx_bytes");
  CHECK(sent->change == 450000000000);
  CHECK((Bytes{*sent->change} / std::chrono::seconds(10)) == 360_Gbps);
  CHECK(received->change == 1000);
  CHECK(missing->name == "tx_bytes");
  CHECK_FALSE(missing->change);
  CHECK(missing->why == "not available: N/A (no PMA)");
}

TEST_CASE("counters: hs-h02 what is missing hides nothing else") {
  FakeHost host("host");
  const std::string text = test::read_test_file("cases/hs-h02.txt");
  for (const std::string_view line : lines(text)) {
    const auto parts = split(line, ':');
    if (parts.size() < 3) continue;
    const std::string path =
        "/sys/class/infiniband/" + std::string(trim(parts[0])) + "/" + std::string(trim(parts[1]));
    const std::string said(trim(line.substr(parts[0].size() + parts[1].size() + 2)));
    if (said.find("No such file") != said.npos) continue;
    host.answers(path, {said, "host: " + path});
    if (said.starts_with("cat: ")) host.fails(path, {said.substr(5), {}, "", {}});
  }
  const auto counters = read_rdma_counters(host);
  REQUIRE(find(counters, "bnxt_re0/1", "rx_bytes") != nullptr);
  CHECK(find(counters, "bnxt_re0/1", "rx_bytes")->value == 4411209876543);  // bytes already
  CHECK(find(counters, "bnxt_re0/1", "rx_bytes")->name == "rx_bytes");
  CHECK(find(counters, "mlx5_2/1", "out_of_sequence")->value == 91);
  CHECK(find(counters, "mlx5_2/1", "roce_adp_retrans") == nullptr);
  const auto* invalid = find(counters, "mlx5_2/1", "port_rcv_data");
  REQUIRE(invalid != nullptr);
  CHECK_FALSE(invalid->value);
  CHECK(invalid->why == "not available: Invalid argument");
}

TEST_CASE("counters: hs-h03 one word for what three drivers call differently") {
  const auto parsed = [](const char* file) {
    return parse_ethtool_counters(test::read_test_file(std::string("cases/") + file), "eth0");
  };
  const auto value = [](const std::vector<Counter>& all, std::string_view name) {
    const auto it = std::ranges::find(all, name, &Counter::name);
    return it == all.end() ? -1 : it->value.value_or(-2);
  };
  const auto mlx5 = parsed("hs-h03.mlx5.txt"), bnxt = parsed("hs-h03.bnxt.txt"),
             port = parsed("hs-h03.cumulus.txt");
  for (const auto& nic : {mlx5, bnxt}) {
    CHECK(value(nic, "rx_pause_prio3") == 120);
    CHECK(value(nic, "tx_pause_prio3") == 9);
    CHECK(value(nic, "rx_pause_transitions_prio3") == 60);
    CHECK(value(nic, "rx_drops") == 3);
  }
  CHECK(value(port, "rx_pause_prio3") == 9);
  CHECK(value(port, "tx_pause_prio3") == 120);
  CHECK(value(port, "tx_queue_drops") == 14);
  CHECK(value(mlx5, "corrected_bits") == 81234567);
  CHECK(value(mlx5, "symbol_errors") == 0);
  CHECK(value(mlx5, "link_downs") == 2);
  CHECK(value(mlx5, "rx_pause_prio3_us") == 44);
  // Of one ring, and without a word of ours: kept as they are.
  const auto* ring = find(mlx5, "eth0", "[17]: rx_ucast_packets");
  REQUIRE(ring != nullptr);
  CHECK(ring->value == 5);
  CHECK(ring->name.empty());
  CHECK(find(bnxt, "eth0", "[1]: rx_ucast_packets")->value == 177486970);
}

TEST_CASE("counters: a reset between two readings gives no difference") {
  const auto at = [](std::string raw, std::string_view text) {
    return parse_counter("mlx5_0/1", "hw_counters", std::move(raw), text);
  };
  const std::vector<Counter> before{at("out_of_sequence", "91"), at("np_cnp_sent", "5"),
                                    at("unheard_of", "1"), at("quiet", "4")};
  const std::vector<Counter> after{at("out_of_sequence", "3"), at("np_cnp_sent", "5"),
                                   at("unheard_of", "8"), at("quiet", "4"),
                                   at("rp_cnp_handled", "7")};
  const auto changes = differences("host1", before, after);
  REQUIRE(changes.size() == 4);  // what has no word and did not move is left out
  const auto* reset = find(changes, "mlx5_0/1", "out_of_sequence");
  CHECK_FALSE(reset->change);
  CHECK(reset->why == "it was reset in between");
  CHECK(find(changes, "mlx5_0/1", "np_cnp_sent")->change == 0);
  CHECK(find(changes, "mlx5_0/1", "unheard_of")->change == 7);
  CHECK_FALSE(find(changes, "mlx5_0/1", "rp_cnp_handled")->change);
  CHECK(find(changes, "mlx5_0/1", "np_cnp_sent")->host == "host1");
}

TEST_CASE("counters: rxe, irdma and bnxt_re in the same words") {
  const auto name = [](std::string_view raw) { return counter_name("hw_counters", raw).name; };
  CHECK(name("sent_pkts") == "tx_packets");
  CHECK(name("ip4OutPkts") == "tx_packets");
  CHECK(name("tx_pkts") == "tx_packets");
  CHECK(name("local_ack_timeout_err") == name("completer_retry_err"));
  CHECK(name("np_cnp_sent") == name("cnpSent"));
  CHECK(name("np_ecn_marked_roce_packets") == name("rx_ecn_marked_pkts"));
  CHECK(counter_name("counters", "port_rcv_data").unit == 4);
  CHECK(is_no_counter("lifespan"));
}

TEST_CASE("counters: a device of another network namespace is not this host's") {
  FakeHost host = host_of(
      "rxe1/ports/1/hw_counters/sent_pkts: 5\n"
      "rxe1/ports/1/gid_attrs/ndevs/0: rail1\n"
      "rxe2/ports/1/hw_counters/sent_pkts: 6\n"
      "rxe2/ports/1/gid_attrs/ndevs/0: rail2\n");
  host.answers("/sys/class/net/rail1/mtu", {"1500", "host: mtu"});
  const auto counters = read_rdma_counters(host);
  REQUIRE(counters.size() == 1);
  CHECK(counters[0].device == "rxe1/1");
}

TEST_CASE("counters: this machine's drivers are asked without a program") {
  CHECK_FALSE(ethtool_statistics("no-such-device"));
  CHECK_FALSE(ethtool_statistics("a-name-that-no-interface-can-have"));
}

}  // namespace
}  // namespace weft

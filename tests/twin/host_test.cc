// The twin's nodes as the collectors see them: what was put into the state comes out of the
// snapshot, by the commands that real machines answer. The texts themselves are goldens.

#include "twin/host.h"

#include <algorithm>

#include "observe/observe.h"
#include "support/golden.h"
#include "twin/small_twin.h"

namespace weft {
namespace {

using test::node;
using test::port;
using test::small_twin;

struct Read {
  NodeState state;
  Notes notes;
};

Read read(const TwinState& twin, const std::string& name) {
  const auto host = twin_host(std::make_shared<const TwinState>(twin), twin.node(name));
  Read out;
  out.state = observe_machine(*host, out.notes);
  return out;
}

const Interface& interface(const Read& read, const std::string& name) {
  const auto it = std::ranges::find(*read.state.interfaces, name, &Interface::name);
  REQUIRE(it != read.state.interfaces->end());
  return *it;
}

}  // namespace

TEST_CASE("twin host: a healthy node is read without a gap or a warning") {
  const TwinState twin = small_twin();
  for (const TwinNode& one : twin.nodes) {
    INFO(one.name);
    const Read r = read(twin, one.name);
    REQUIRE(r.notes.gaps.empty());
    REQUIRE(r.notes.warnings.empty());
    REQUIRE(r.state.neighbours->size() == one.ports.size());
    REQUIRE(r.state.bgp_peers.has_value() == one.is_switch());
    REQUIRE(r.state.routes.has_value() == one.is_switch());
  }
}

TEST_CASE("twin host: what the state holds is what the collectors find") {
  TwinState twin = small_twin();
  TwinPort& uplink = port(twin, "leaf1", "swp33s0");
  uplink.raw_ber = 3e-6;
  uplink.mtu = 4200;
  uplink.carrier_changes = 46;
  port(twin, "leaf1", "swp33s1").enabled = false;
  settle(twin);
  const Read r = read(twin, "leaf1");
  const Interface& up = interface(r, "swp33s0");
  REQUIRE(up.up == true);
  REQUIRE(up.speed == 400_Gbps);
  REQUIRE(up.mtu == 4200);
  REQUIRE(up.mac == uplink.mac);
  REQUIRE(up.fec == "rs");
  REQUIRE(up.raw_ber == 3e-6);
  REQUIRE_FALSE(up.effective_ber.has_value());  // as a switch writes that it has none
  REQUIRE(up.carrier_changes == 46);
  REQUIRE(up.module_serial == uplink.module_serial);
  const Interface& shut = interface(r, "swp33s1");
  REQUIRE(shut.enabled == false);
  REQUIRE(shut.up == false);
  REQUIRE_FALSE(shut.speed.has_value());
  const auto& peers = *r.state.bgp_peers;
  REQUIRE(peers.size() == 4);
  REQUIRE(peers[0].hostname == "spine1");
  REQUIRE(peers[0].established());
  REQUIRE(peers[1].state == "Idle");
  const Read far = read(twin, "spine1");
  REQUIRE(interface(far, "swp1s1").down_reason == "Remote fault");
}

TEST_CASE("twin host: routes as FRR shows them, and what the kernel makes of them") {
  TwinState twin = small_twin();
  const auto to_leaf2 = [](const std::vector<Route>& routes) {
    return std::ranges::find(routes, "10.16.1.0/24", &Route::prefix)->next_hops.size();
  };
  Read r = read(twin, "leaf1");
  REQUIRE(to_leaf2(*r.state.routes) == 4);
  REQUIRE(to_leaf2(*r.state.kernel_routes) == 4);
  node(twin, "leaf1").stale_forwarding = true;
  r = read(twin, "leaf1");
  REQUIRE(to_leaf2(*r.state.routes) == 4);
  REQUIRE(to_leaf2(*r.state.kernel_routes) == 1);
}

TEST_CASE("twin host: NVUE says the same as FRR and lldpd where those do not run") {
  TwinState twin = small_twin();
  const Read by_frr = read(twin, "leaf1");
  node(twin, "leaf1").frr = false;
  const Read by_nvue = read(twin, "leaf1");
  REQUIRE(by_nvue.state.bgp_peers->size() == 4);
  for (const BgpPeer& peer : *by_nvue.state.bgp_peers) REQUIRE(peer.established());
  const auto learnt = std::ranges::count(*by_frr.state.routes, "bgp", &Route::protocol);
  REQUIRE(std::ssize(*by_nvue.state.routes) == learnt);
  REQUIRE(by_nvue.notes.gaps.size() == 3);  // FRR was asked thrice in vain
}

TEST_CASE("twin host: LLDP in both forms and by NVUE is the same") {
  TwinState twin = small_twin();
  const auto host = twin_host(std::make_shared<const TwinState>(twin), twin.node("leaf1"));
  const auto heard = [&](const char* collector, std::vector<std::string> argv) {
    const auto row = find_row(collectors::all(), "collector", collector);
    const auto said = host->run({std::move(argv)});
    NodeState state;
    Notes notes;
    REQUIRE((*row)->parse(**said, state, notes).has_value());
    REQUIRE(notes.warnings.empty());
    std::vector<std::string> out;
    for (const Neighbour& n : *state.neighbours)
      out.push_back(n.port + " " + n.system_name + " " + n.port_id + " " + n.port_id_type + " " +
                    n.port_description + " " + n.chassis_id + " " + n.management.at(0));
    return out;
  };
  const auto json = heard("lldpctl", {"lldpctl", "-f", "json"});
  REQUIRE(json.size() == 6);
  REQUIRE(json[0].starts_with("swp1s0 h1 02:"));
  REQUIRE(json == heard("lldpctl", {"lldpctl", "-f", "json0"}));
  REQUIRE(json == heard("nvue_lldp", {"nv", "show", "interface", "lldp-detail", "-o", "json"}));
}

TEST_CASE("twin host: one neighbour is an object, as lldpd has it; none leaves the level out") {
  TwinState twin = small_twin();
  REQUIRE(read(twin, "h1").state.neighbours->size() == 1);
  port(twin, "h1", "eth1").lldp_hears = false;
  REQUIRE(read(twin, "h1").state.neighbours->empty());
}

TEST_CASE("twin host: who does not answer fails, who lacks a command says nothing") {
  TwinState twin = small_twin();
  node(twin, "leaf1").answer = TwinAnswer::unreachable;
  node(twin, "h1").answer = TwinAnswer::frozen;
  node(twin, "h2").lldpd = false;
  const auto shared = std::make_shared<const TwinState>(twin);
  for (const char* name : {"leaf1", "h1"}) {
    Notes notes;
    REQUIRE_FALSE(answers(*twin_host(shared, twin.node(name)), notes));
    REQUIRE(notes.gaps.size() == 1);
  }
  const auto h2 = twin_host(shared, twin.node("h2"));
  REQUIRE((*h2->run({{"lldpctl", "-f", "json"}}))->status == 1);
  REQUIRE_FALSE(h2->run({{"vtysh", "-c", "show bgp summary json"}})->has_value());
  REQUIRE_FALSE(h2->run({{"nv", "show", "interface", "-o", "json"}})->has_value());
  REQUIRE((*h2->run({{"ethtool", "eth9"}}))->status != 0);
}

TEST_CASE("twin host: files of the kernel and of the NIC") {
  TwinState twin = small_twin();
  TwinPort& nic = port(twin, "h1", "eth1");
  nic.counters.priorities[3].tx_bytes = 4096;
  nic.counters.cnp_handled = 7;
  nic.pcie_width = 8;
  const auto host = twin_host(std::make_shared<const TwinState>(twin), twin.node("h1"));
  const auto file = [&](const std::string& path) {
    const auto said = host->read(path);
    return said->has_value() ? (*said)->text : "absent";
  };
  REQUIRE(file("/sys/class/net/eth1/speed") == "400000\n");
  REQUIRE(file("/sys/class/net/eth1/address") == nic.mac + "\n");
  REQUIRE(file("/sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data") == "1024\n");
  REQUIRE(file("/sys/class/infiniband/mlx5_0/ports/1/hw_counters/rp_cnp_handled") == "7\n");
  REQUIRE(file("/sys/class/infiniband/mlx5_0/device/current_link_width") == "8\n");
  REQUIRE(file("/sys/class/infiniband/mlx5_1/ports/1/state") == "absent");
  REQUIRE(*host->list("/sys/class/infiniband") == std::vector<std::string>{"mlx5_0"});
  REQUIRE_FALSE(host->list("/sys/class/drm")->has_value());
}

TEST_CASE("twin host: the texts of a leaf and of a host, word for word") {
  TwinState twin = small_twin();
  unplug(twin, twin.end({"leaf1", "swp33s1"}));
  settle(twin);
  const std::vector<std::vector<std::string>> commands = {
      {"lldpctl", "-f", "json"},
      {"ip", "-d", "-j", "addr"},
      {"ip", "-j", "-4", "route"},
      {"ethtool", "swp33s0"},
      {"ethtool", "swp33s1"},
      {"ethtool", "--show-fec", "swp33s0"},
      {"ethtool", "-m", "swp33s0"},
      {"vtysh", "-c", "show bgp summary json"},
      {"vtysh", "-c", "show ip route json"},
      {"nv", "show", "interface", "-o", "json"},
      {"nv", "show", "platform", "transceiver", "-o", "json"},
      {"nv", "show", "qos", "roce", "-o", "json"},
      {"nv", "show", "router", "adaptive-routing", "-o", "json"},
      {"nv", "show", "vrf", "default", "router", "bgp", "neighbor", "-o", "json"},
      {"nv", "show", "vrf", "default", "router", "rib", "ipv4", "route", "-o", "json"}};
  const auto shared = std::make_shared<const TwinState>(twin);
  for (const char* name : {"leaf1", "h1"}) {
    const auto host = twin_host(shared, twin.node(name));
    std::string all;
    for (const auto& argv : commands) {
      const auto said = host->run({argv});
      REQUIRE(said.has_value());
      std::string words;
      for (const std::string& word : argv) words += (words.empty() ? "$ " : " ") + word;
      all += words + "\n" + (*said ? (*said)->text + (*said)->error : "no such command\n");
    }
    test::check_golden(std::string("twin/golden/") + name + ".txt", all);
  }
}

}  // namespace weft

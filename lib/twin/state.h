// The simulated fabric at one moment: what is really plugged, set, switched on and broken, as plain
// values. Made from a plan and a seed; faults are functions from one state to another. The flow
// model reads it, and each node's Host answers from it (host.h), so load and texts never disagree.
//
// Causes are set by `make_state` and by faults; `settle` computes what follows from them (links,
// BGP sessions, routes). Facts: Cumulus Linux 5.15 RoCE defaults (lossless on priority 3, ECN
// 150,000 B and 1,501,500 B, MTU 9216), hosts at MTU 9000, SN5600 with 400G ports, BlueField-3 at
// PCIe Gen5 x16.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/units.h"
#include "model/plan.h"

namespace weft {

// One end of a cable: a port of a node, as indexes.
struct TwinEnd {
  std::int32_t node = -1, port = -1;
  auto operator<=>(const TwinEnd&) const = default;
  bool there() const { return node >= 0; }
};

// What was counted since the node was started or its counters were cleared. Moved by load only.
struct TwinCounters {
  struct Priority {
    std::uint64_t tx_bytes = 0, rx_bytes = 0, tx_packets = 0, rx_packets = 0;
    std::uint64_t tx_pauses = 0, rx_pauses = 0;
    std::uint64_t ecn_marked = 0, discards = 0;  // on the way out
    bool operator==(const Priority&) const = default;
  };
  std::array<Priority, 8> priorities{};  // index: switch priority, on a host 802.1p priority
  std::uint64_t rx_errors = 0;           // bad frames that came in
  // What the NIC of a host counts of RoCE.
  std::uint64_t out_of_sequence = 0, packet_seq_err = 0, local_ack_timeout_err = 0;
  std::uint64_t adaptive_retransmissions = 0;
  std::uint64_t cnp_sent = 0, cnp_handled = 0, cnp_ignored = 0, ecn_marked_packets = 0;
  bool operator==(const TwinCounters&) const = default;
};

enum class TwinSession : std::uint8_t { none, established, down, shut };

struct TwinPort {
  std::string name, mac;
  std::string address;     // "10.16.3.1/31", "" where there is none
  TwinEnd planned = {};    // as the plan has it; its far end may be outside of what it knows
  TwinEnd far = {};        // where the cable really ends
  bool outside = false;    // its cable ends where the plan does not reach (a patch panel)
  bool to_switch = false;  // planned between two switches: BGP is spoken there

  bool absent = false;  // no such port any more: its cage is not split as it was
  bool enabled = true;  // by the operator
  bool broken = false;  // no light comes out of this end
  BitRate rate = 400_Gbps;
  std::int64_t lanes = 4;  // of 100G
  std::int64_t mtu = 9216;
  std::string fec = "rs";  // "rs", "off"
  bool autonegotiation = true;
  double raw_ber = 1e-9, effective_ber = 0;
  double loss = 0;  // share of the packets that leave here and do not arrive, 0 to 1
  std::int64_t carrier_changes = 2;
  std::string module_serial;  // of the optic in it

  // LLDP: what it announces, and whether it hears and speaks at all.
  std::string port_id, port_id_type, port_description;
  bool lldp_sends = true, lldp_hears = true;
  std::string speaker;               // who answers there instead of the node (a DPU), "" for nobody
  std::optional<TwinEnd> remembers;  // a record that should be gone: who was heard there before

  bool bgp_shut = false;     // by the operator
  bool bgp_refused = false;  // the far end says no: another AS or password
  std::int64_t bgp_drops = 0;
  bool bgp_flaps = false;  // it came up again a moment ago

  // What a packet meets.
  std::optional<bool> adaptive_routing;  // of a switch's port; absent: not known there
  std::vector<std::int64_t> pfc = {3};   // priorities that pause
  bool congestion_control = true;        // of a host's port: it slows down when told by CNPs
  std::optional<BitRate> limit;          // of a host's port: what the NIC manages, below its rate
  std::int64_t pcie_width = 16;          // of a host's port
  double pcie_gts = 32;                  // transfers a second and lane, 1e9
  std::optional<BitRate> noise;          // of a host's port: what a foreign job sends there

  TwinCounters counters;

  // Settled.
  bool up = false;
  TwinSession session = TwinSession::none;

  bool operator==(const TwinPort&) const = default;
};

// How a node answers when it is asked.
enum class TwinAnswer : std::uint8_t { normal, unreachable, frozen };

// To all prefixes of another switch: its loopback and, of a leaf, its hosts.
struct TwinRoute {
  std::int32_t to = -1;    // node
  std::int32_t ways = -1;  // index into TwinNode::ways
  bool operator==(const TwinRoute&) const = default;
};

struct TwinNode {
  std::string name;
  Role role = Role::unknown;
  std::string model, pod;
  std::optional<std::int64_t> rail;
  std::vector<TwinPort> ports;  // those of the plan first, in its order
  std::string mac;              // chassis
  std::string management;       // address of eth0
  bool powered = true;
  TwinAnswer answer = TwinAnswer::normal;
  bool lldpd = true, frr = true, nvue = true;  // programs that run there (the last two on switches)
  std::string announced_name, announced_description;

  // Switches.
  std::string loopback, prefix;  // prefix: of a leaf's hosts, "10.16.3.0/24"
  std::int64_t as_number = 0;
  bool evpn = false;
  std::uint32_t hash_seed = 0;
  std::optional<bool> adaptive_routing;
  Bytes ecn_min, ecn_max;
  bool stale_forwarding = false;  // the kernel uses the first of the ways that FRR shows
  bool one_way_only = false;      // BGP takes one way (maximum-paths 1)

  // All.
  bool trust_dscp = true;
  std::array<std::uint8_t, 64> dscp_priority{};  // of each DSCP: switch priority, on a host 802.1p

  // Hosts.
  std::int64_t gpus = 0;
  std::int64_t dscp = 26;  // of the RoCE data that it sends

  // Settled, on switches: ports that lead nearer, sorted; the same ways are kept once.
  std::vector<std::vector<std::int32_t>> ways;
  std::vector<TwinRoute> routes;  // by `to`

  bool is_host() const { return role == Role::host; }
  bool is_switch() const {
    return role == Role::leaf || role == Role::spine || role == Role::superspine;
  }
  std::int32_t port(std::string_view port_name) const;  // -1 when there is none
  bool operator==(const TwinNode&) const = default;
};

struct TwinState {
  std::vector<TwinNode> nodes;  // in the plan's order, patch panels left out
  std::uint64_t seed = 1;
  std::int64_t up_s = 259'200;  // since the fabric was started
  std::int64_t roce_priority = 3, cnp_dscp = 48;

  std::int32_t node(std::string_view name) const;  // -1 when there is none
  TwinEnd end(const Port& port) const;
  TwinPort& at(TwinEnd end);
  const TwinPort& at(TwinEnd end) const;
  std::string text(TwinEnd end) const;  // "leaf01:swp1s0"; "leaf01" of a node
};

// A healthy fabric, settled. What the plan does not say (rates, MTU, RoCE) is as the reference
// architecture has it. Links that are only planned have no cable.
TwinState make_state(const Plan& plan, std::uint64_t seed);

// What follows from the causes: which links are up, which sessions are established, which ways
// lead to which switch. To be called after causes were changed.
void settle(TwinState& state);

// A port that is not in the plan and has no cable, made when there is none: the next of the series
// of `like` ("swp1s2" after "swp1s1").
TwinEnd free_port(TwinState& state, TwinEnd like);

// Cables: both ends are changed.
void unplug(TwinState& state, TwinEnd end);
void plug(TwinState& state, TwinEnd a, TwinEnd b);

// Who is heard on a port: what that end announces. Nothing when nobody is.
std::optional<TwinEnd> heard_on(const TwinState& state, TwinEnd end);

}  // namespace weft

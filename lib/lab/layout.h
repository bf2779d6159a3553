// The lab on paper: from a wiring plan to nodes, ports, addresses and cables. Pure.
//
// Addresses: 10.0.0.n/32 is a switch's loopback; 10.(1+rail).l.2k/31 the k-th port of leaf l on
// that rail (the leaf has the even address, the host the odd one); 10.254.x.y/31 a cable between
// switches when routes are static; 192.0.2.n/24 a host's management interface, .254 the operator.
// BGP: a leaf has an AS of its own, the spines of a pod share one, all superspines share one, so
// that no path goes down and up again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"
#include "model/plan.h"

namespace weft {

constexpr std::size_t most_lab_nodes = 64, most_lab_links = 300;

// How a switch chooses among equal ways: by a hash of each flow, or for each packet the next one,
// all alike or by what each of its ports carries.
enum class LabRouting : std::uint8_t { hash, spray, weighted_spray };

constexpr auto words_of(LabRouting) {
  return std::array<std::pair<LabRouting, std::string_view>, 3>{
      {{LabRouting::hash, "hash"},
       {LabRouting::spray, "spray"},
       {LabRouting::weighted_spray, "weighted_spray"}}};
}

struct LabOptions {
  BitRate rate = 100_Mbps;     // of every link; the kernel shapes both directions
  std::int64_t mtu = 9000;     // bytes
  bool static_routes = false;  // routes without daemons; no LLDP either
  bool bfd = false;            // sessions notice a silent loss in 0.3 s
  std::uint64_t seed = 1;      // of the switches' hashes and of faults without a place
  LabRouting routing = LabRouting::hash;

  bool sprays() const { return routing != LabRouting::hash; }

  static constexpr auto fields() {
    return std::tuple{field("rate_bps", &LabOptions::rate),
                      field("mtu", &LabOptions::mtu),
                      field("static_routes", &LabOptions::static_routes),
                      field("bfd", &LabOptions::bfd),
                      field("seed", &LabOptions::seed),
                      defaulted("routing", &LabOptions::routing)};
  }
};

struct LabPort {
  std::string name;
  Port far;
  std::string mac;                        // of node and port: the same in each lab
  std::optional<std::int64_t> rail = {};  // of a host's port and of the leaf's port towards it
  std::string address = {};               // "10.1.0.1", "" where there is none; all are /31
  std::string far_address = {};

  bool to_host() const { return rail.has_value(); }
};

struct LabNode {
  std::string name;
  Role role = Role::unknown;
  std::vector<LabPort> ports = {};
  std::string loopback = {};    // of a switch
  std::int64_t as_number = 0;   // of a switch
  std::uint32_t hash_seed = 0;  // of a switch
  std::string management = {};  // of a host
  std::string management_mac = {};
  std::string tenant = {};  // of a host, "" without one

  bool is_host() const { return role == Role::host; }
  const LabPort* port(std::string_view port_name) const;
};

struct LabCable {
  Port a, b;
};

struct LabLayout {
  LabOptions options;
  std::vector<LabNode> nodes;    // those that have a cable, in the plan's order
  std::vector<LabCable> cables;  // in the plan's order
  std::int64_t rails = 0;
  std::string management_port = "eth0";

  const LabNode* node(std::string_view name) const;
  std::vector<const LabNode*> hosts() const;
  std::vector<const LabNode*> switches() const;
};

constexpr std::string_view lab_operator_address = "192.0.2.254";

// Cables that are planned, or whose far end is not known, are left out. Error: everything in the
// plan that cannot be built here, with the numbers.
Result<LabLayout> lay_out(const Plan& plan, const LabOptions& options);

// Where a switch sends what is for the hosts of `leaf` on `rail`: all shortest ways.
struct LabRoute {
  std::string prefix;             // "10.1.3.0/24": all hosts of a leaf on a rail
  std::vector<std::string> hops;  // the switch's ports
};
std::vector<LabRoute> routes_from(const LabLayout& layout, const LabNode& node);

}  // namespace weft

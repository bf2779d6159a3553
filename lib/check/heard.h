// Who is heard on each port, as far as it can be told, and which field told it.
#pragma once

#include <string>
#include <unordered_set>
#include <vector>

#include "check/fabric.h"

namespace weft {

enum class Basis : std::uint8_t {
  none,
  port_id,      // the port id is the interface name
  description,  // the port id is a MAC; the description is the interface name
  mac,          // the far machine's own interfaces hold this MAC
  chassis,      // no name was sent; the chassis id is known from elsewhere
  alias,        // the alias table says so
  device,       // no port was given (a table of devices): the only planned link between the two
};
std::string_view text(Basis basis);

struct Heard {
  PortId local = nobody;
  NodeId node = nobody;  // nobody: nothing says who it is
  PortId port = nobody;  // nobody: the device is known, its port cannot be told
  const Neighbour* record = nullptr;
  const NodeState* by = nullptr;
  Basis basis = Basis::none;
  NodeId dpu_of = nobody;     // its name looks like a DPU of this planned host
  bool default_name = false;  // "localhost", "ubuntu": as good as none
  bool misnamed = false;      // its MAC is of a device of the plan, its name is of none
  bool several_macs = false;  // the MAC is of more than one port
  bool bond = false;          // the port id names a bond, which is none of the plan's ports
  bool domains_differ = false;
  std::int32_t next = -1;  // the next one on the same local port

  std::string name() const;  // "hgx-07:enp26s0np0", "chassis 02:..., port 02:..."
  std::string raw() const;   // every field that was sent, and where that stands
};

class Hearing {
 public:
  Hearing(FabricView& fabric, const Snapshot& seen, const std::vector<Alias>& aliases);

  // The first LLDP record on a port, or of another protocol; null when none; follow next().
  const Heard* first(PortId port) const { return pick(lldp_, port); }
  const Heard* next(const Heard& one) const {
    return one.next < 0 ? nullptr : &all_[std::size_t(one.next)];
  }
  const Heard* other_protocol(PortId port) const { return pick(others_, port); }
  const std::vector<Heard>& all() const { return all_; }
  // Two readings of this port disagree: the records of both are here.
  bool contested(PortId port) const { return contested_.contains(port); }

 private:
  const Heard* pick(const std::vector<std::int32_t>& heads, PortId port) const {
    const auto p = std::size_t(port);
    return p < heads.size() && heads[p] >= 0 ? &all_[std::size_t(heads[p])] : nullptr;
  }
  void add(FabricView& fabric, NodeId node, const NodeState& state, const Neighbour& record);
  void find_device(FabricView& fabric, Heard& one) const;
  void find_port(FabricView& fabric, Heard& one) const;
  bool by_mac(const FabricView& fabric, Heard& one) const;
  bool through_alias(FabricView& fabric, Heard& one) const;

  std::vector<Heard> all_;
  std::vector<std::int32_t> lldp_, others_;  // by port: the first record
  std::unordered_set<PortId> contested_;
  std::unordered_map<std::string, std::vector<const Alias*>> aliases_;
};

// The host whose DPU this name seems to be: "hgx-72-dpu0" and "dpu0-hgx-72" are of "hgx-72" when
// the plan has that.
NodeId dpu_host(const FabricView& fabric, std::string_view name, std::string_view description);

}  // namespace weft

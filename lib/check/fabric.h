// Names made one: nodes and ports of a plan and of what was seen, as numbers.
//
// A node is known by its name in any case, by its host part when only one node has it (LLDP sends
// either form), by its aliases. A port is known by its name in any case, by the other names its
// machine gives it (altname; bond of which it is a member), and by its MAC.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "model/plan.h"
#include "model/snapshot.h"

namespace weft {

using NodeId = std::int32_t;
using PortId = std::int32_t;
constexpr std::int32_t nobody = -1;

// "What is seen as this is planned as that": for a DPU that speaks instead of its host. Empty ports
// leave the port as it is seen.
struct Alias {
  std::string seen_node, seen_port, node, port;
};

// Aliases from CSV: seen_device, seen_port, planned_device, planned_port.
Result<std::vector<Alias>> parse_aliases(std::string_view text, const std::string& file);

class FabricView {
 public:
  FabricView(const Plan& plan, const Snapshot& seen);

  struct Named {
    NodeId node = nobody;
    bool domains_differ = false;  // only the host parts agree
    bool several = false;         // more than one node has this host part
  };
  Named find_node(std::string_view name) const;
  std::vector<NodeId> fitting(std::string_view name) const;  // all that have its host part
  NodeId node(std::string_view name);                        // made when it is new
  PortId find_port(NodeId node, std::string_view name) const;
  PortId port(NodeId node, std::string_view name);  // made when it is new
  // Named like a port that the plan or the machine itself has there ("eth7" beside "eth1"); of a
  // node without known ports nothing can be told: true.
  bool like_a_port(NodeId node, std::string_view name) const;

  // The plan's name of this port's far end is what its neighbour calls its port description (PTM's
  // match_type=portdescr).
  bool by_description(PortId port) const { return by_description_.contains(port); }

  // Members of a bond, when `name` is one that the plan does not have; of a machine that was not
  // read only the name tells that it is one: then an empty list.
  std::optional<std::vector<PortId>> bond_members(NodeId node, std::string_view name) const;

  // Ports with this MAC, and the node that calls it its own.
  const std::vector<PortId>& ports_of_mac(std::string_view mac) const;
  NodeId node_of_mac(std::string_view mac) const;
  void learn_mac(std::string_view mac, NodeId node);  // from a chassis id that came with a name

  // Nodes that were read under a name that fits several nodes of the plan, and those that were read
  // although another one is this node already.
  const std::vector<const NodeState*>& unplaced() const { return unplaced_; }
  const std::vector<std::pair<NodeId, const NodeState*>>& twice() const { return twice_; }

  std::size_t node_count() const { return nodes_.size(); }
  std::size_t port_count() const { return ports_.size(); }
  NodeId node_of(PortId port) const { return at(port).node; }
  const std::string& port_name(PortId port) const { return at(port).name; }
  const std::string& node_name(NodeId node) const { return nodes_[std::size_t(node)].name; }
  const Node* plan_node(NodeId node) const { return nodes_[std::size_t(node)].plan; }
  const NodeState* state(NodeId node) const { return nodes_[std::size_t(node)].state; }
  const Interface* interface(PortId port) const { return at(port).interface; }
  bool collected(NodeId node) const {
    const NodeState* seen = state(node);
    return seen != nullptr && seen->neighbours.has_value();
  }

  bool is_panel(NodeId node) const;      // a patch panel: nobody speaks there
  std::string text(PortId port) const;   // "leaf1:swp5"
  std::string where(PortId port) const;  // "leaf1:swp5 (rack R12, unit 40)"
  std::string place(NodeId node) const;  // "leaf1 (rack R12, unit 40)"

 private:
  struct NodeEntry {
    std::string name;
    const Node* plan = nullptr;
    const NodeState* state = nullptr;
  };
  struct PortEntry {
    NodeId node;
    std::string name;
    const Interface* interface = nullptr;
  };
  const PortEntry& at(PortId port) const { return ports_[std::size_t(port)]; }
  static std::string key(NodeId node, std::string_view name);
  NodeId read_node(const NodeState& state);
  void name_node(std::string_view name, NodeId node);
  void add_link(const Link& link);
  void add_interfaces(NodeId node, const NodeState& state);
  void add_bonds(NodeId node, const NodeState& state);
  void share_bond_macs(NodeId node, const NodeState& state);

  std::vector<NodeEntry> nodes_;
  std::vector<PortEntry> ports_;
  std::vector<const NodeState*> unplaced_;
  std::vector<std::pair<NodeId, const NodeState*>> twice_;
  std::unordered_map<std::string, NodeId> by_name_;       // lower case, whole
  std::unordered_map<std::string, NodeId> by_host_part_;  // -2 where several have it
  std::unordered_map<std::string, PortId> by_port_;
  std::unordered_map<std::string, std::vector<PortId>> by_mac_;
  std::unordered_map<std::string, NodeId> mac_owner_;
  PortId planned_ = 0;  // ports before this one are the plan's
  std::unordered_set<PortId> by_description_;
  std::unordered_set<std::string> port_words_;  // key(node, "eth"), and key(node, "") of each
};

std::string_view host_part(std::string_view name);  // before the first '.', of an address all
bool is_mac(std::string_view text);
std::string mac_text(std::string_view text);  // "02:00:5e:41:07:01", however it was written

// Orders names as people do: swp2 before swp10.
bool natural_before(std::string_view a, std::string_view b);

// The physical port of a breakout port: "swp5" of "swp5s1", "Ethernet1/5" of "Ethernet1/5/1",
// "et-0/0/5" of "et-0/0/5:1"; "" when it is none. Only where that port exists does it mean so.
std::string_view unsplit_name(std::string_view port);

}  // namespace weft

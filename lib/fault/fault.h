// Faults of the lab: one per file, its name is the kind. A fault is written `kind:place[,place]`;
// a place is a port (`leaf01:swp1`) or a node.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "lab/build.h"
#include "lab/layout.h"
#include "lab/state.h"

namespace weft {

// What a fault may be put on.
enum class PlaceKind {
  nothing,      // it is everywhere
  cable,        // a port of any cable
  fabric_port,  // a switch's port towards another switch
  host_port,    // a host's port
  node,
  host,
  any_switch,
};

// A fault with its places checked: inside the lab, on a lab whose layout has them.
struct FaultSite {
  const LabLayout& layout;
  const LabFolder& folder;
  LabState& state;
  std::vector<Port> places;  // a node's has no port name

  const Port& port() const { return places.front(); }
  const std::string& node() const { return places.front().node; }
  Port far() const { return layout.node(node())->port(port().name)->far; }
};

struct Fault {
  std::string_view title;
  std::string_view about;  // what is done in the kernel or to a daemon
  std::string_view fix;    // who names it, "" while no part of Weft can
  PlaceKind place;
  std::size_t places;  // how many
  bool needs_daemons;
  Result<void> (*inject)(const FaultSite& site);
  Result<void> (*heal)(const FaultSite& site);
  bool needs_spraying = false;
};

namespace faults {
std::span<const Row<Fault>> all();
}

struct FaultPlan {
  const Fault* fault = nullptr;
  std::string kind;
  std::vector<Port> places;

  std::string text() const;  // "swapped_cables:leaf1:swp1,leaf2:swp1"
};

// `text` may leave places out: they are chosen by `seed`, on nothing that has a fault already.
// Error: no such kind, did you mean; a place that is not in the lab or not of the right sort.
Result<FaultPlan> plan_fault(std::string_view text, const LabLayout& layout,
                             const std::vector<std::string>& present, std::uint64_t seed);

}  // namespace weft

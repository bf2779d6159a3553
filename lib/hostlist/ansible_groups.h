// Groups of an Ansible inventory: who is in which, through children too, and whose variables count.
//
// Ansible's order of variables: `all`, then parents before their children (by depth), then by name;
// what a host's own line says comes last. docs.ansible.com: "Organizing host and group variables".
#pragma once

#include <map>
#include <string>
#include <vector>

#include "hostlist/builder.h"

namespace weft {

struct InventoryValue {
  std::string text;
  Spot at;
};
using InventoryVars = std::map<std::string, InventoryValue>;

struct InventoryGroup {
  Spot at;                // where it was first named
  bool declared = false;  // has a section [name] or [name:children]
  std::vector<std::string> hosts;
  std::vector<std::pair<std::string, Spot>> children;
  InventoryVars vars;
};

using InventoryGroups = std::map<std::string, InventoryGroup>;

// Groups that are named and never declared, and groups that contain themselves, are errors.
// False when there was one.
bool check_groups(HostListBuilder& out, const InventoryGroups& groups);

// Fills list.groups and the groups of each host.
void fill_groups(HostListBuilder& out, const InventoryGroups& groups);

// The group variables of a host, outermost group first.
InventoryVars group_vars(const InventoryGroups& groups, const std::vector<std::string>& names,
                         const std::map<std::string, std::size_t>& depths);
std::map<std::string, std::size_t> group_depths(const InventoryGroups& groups);

}  // namespace weft

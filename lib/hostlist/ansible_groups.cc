// See ansible_groups.h. Walks are loops with their own stack: an inventory must not exhaust ours.

#include "hostlist/ansible_groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>

#include "base/text.h"

namespace weft {
namespace {

// Groups in an order in which parents come before their children; groups in a cycle are left out.
std::vector<std::string> parents_first(const InventoryGroups& groups) {
  std::map<std::string, std::size_t> parents;
  for (const auto& [name, group] : groups)
    for (const auto& [child, at] : group.children) ++parents[child];
  std::vector<std::string> order;
  for (const auto& [name, group] : groups)
    if (parents[name] == 0) order.push_back(name);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto group = groups.find(order[i]);
    if (group == groups.end()) continue;
    for (const auto& [child, at] : group->second.children)
      if (--parents[child] == 0) order.push_back(child);
  }
  return order;
}

}  // namespace

bool check_groups(HostListBuilder& out, const InventoryGroups& groups) {
  bool good = true;
  std::vector<std::string_view> names;
  for (const auto& [name, group] : groups)
    if (group.declared) names.push_back(name);
  for (const auto& [name, group] : groups) {
    if (group.declared || name == "all" || name == "ungrouped") continue;
    good = false;
    out.error(
        group.at,
        fmt::format("no group '{}' is declared{}", printable(name, 80), did_you_mean(name, names)),
        fmt::format("add a section [{}], empty if need be", printable(name, 80)));
  }
  const std::vector<std::string> order = parents_first(groups);
  const std::set<std::string> reached(order.begin(), order.end());
  for (const auto& [name, group] : groups) {
    if (reached.contains(name)) continue;
    good = false;
    out.error(group.at, fmt::format("the group '{}' contains itself, or is in one that does",
                                    printable(name, 80)));
    break;  // the others of the circle say the same
  }
  return good;
}

std::map<std::string, std::size_t> group_depths(const InventoryGroups& groups) {
  std::map<std::string, std::size_t> depths;
  for (const std::string& name : parents_first(groups)) {
    const std::size_t depth = depths.try_emplace(name, name == "all" ? 0 : 1).first->second;
    if (const auto group = groups.find(name); group != groups.end())
      for (const auto& [child, at] : group->second.children)
        depths[child] = std::max(depths[child], depth + 1);
  }
  return depths;
}

void fill_groups(HostListBuilder& out, const InventoryGroups& groups) {
  const std::vector<std::string> order = parents_first(groups);
  std::map<std::string, std::vector<std::string>>& into = out.list().groups;
  std::unordered_map<std::string, std::vector<std::string>> of_host;
  for (auto name = order.rbegin(); name != order.rend(); ++name) {  // children are ready
    const InventoryGroup& group = groups.at(*name);
    std::vector<std::string>& members = into[*name];
    std::set<std::string> seen;
    const auto add = [&](const std::string& host) {
      if (seen.insert(host).second) members.push_back(host);
    };
    for (const std::string& host : group.hosts) add(host);
    for (const auto& [child, at] : group.children)
      for (const std::string& host : into[child]) add(host);
    if (*name == "all") continue;
    for (const std::string& host : members) of_host[host].push_back(*name);
  }
  into.erase("all");  // every host, and asked for by that name
  // Ansible's rule: who is in another group is not ungrouped, even where the file lists it so.
  if (const auto found = into.find("ungrouped"); found != into.end()) {
    std::erase_if(found->second, [&](const std::string& host) {
      return std::ranges::any_of(of_host[host],
                                 [](const std::string& name) { return name != "ungrouped"; });
    });
    if (found->second.empty()) into.erase(found);
  }
  for (auto& [host, names] : of_host)
    if (names.size() > 1) std::erase(names, "ungrouped");
  for (HostEntry& host : out.list().hosts) {
    host.groups = std::move(of_host[host.name]);
    std::ranges::sort(host.groups);
  }
}

InventoryVars group_vars(const InventoryGroups& groups, const std::vector<std::string>& names,
                         const std::map<std::string, std::size_t>& depths) {
  std::vector<std::pair<std::size_t, std::string>> order{{0, "all"}};
  for (const std::string& name : names) {
    const auto depth = depths.find(name);
    order.emplace_back(depth == depths.end() ? 1 : depth->second, name);
  }
  std::ranges::sort(order);
  InventoryVars vars;
  for (const auto& [depth, name] : order)
    if (const auto group = groups.find(name); group != groups.end())
      for (const auto& [key, value] : group->second.vars) vars[key] = value;
  return vars;
}

}  // namespace weft

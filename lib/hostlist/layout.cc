// From hosts to endpoints, and what must stop a launch before it begins; see hostlist.h.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "hostlist/host_name.h"
#include "hostlist/hostlist.h"

namespace weft {
namespace {

constexpr std::int64_t max_endpoints = 1'000'000;

// Open MPI's hostfile means one slot where it gives none. Slurm lists and inventories have no way
// to say slots for a host, so there `ranks_per_host` is the number.
bool says_slots(const HostList& list, const HostEntry& host) {
  return host.slots.has_value() || list.format == "openmpi";
}

std::int64_t slots_of(const HostEntry& host) { return host.slots.value_or(1); }

// "hgx-01, hgx-02: 8 slots each; hgx-03: 4 slots": hosts of the same number together.
std::string slots_text(const std::vector<HostEntry>& hosts) {
  constexpr std::size_t shown = 8;
  std::map<std::int64_t, std::vector<std::string>, std::greater<>> by_slots;
  for (const HostEntry& host : hosts) by_slots[slots_of(host)].push_back(host.name);
  std::vector<std::string> parts;
  for (auto& [slots, names] : by_slots) {
    const std::size_t n = names.size();
    if (n > shown) {
      names.resize(shown - 2);
      names.push_back(fmt::format("and {} more", n - names.size()));
    }
    parts.push_back(fmt::format("{}: {}{}", join(names, ", "),
                                count_of(static_cast<std::size_t>(slots), "slot"),
                                n > 1 ? " each" : ""));
  }
  return join(parts, "; ");
}

constexpr std::string_view no_oversubscribe =
    "ask for fewer ranks, or give more slots; Weft does not oversubscribe: ranks that share a GPU "
    "and a NIC measure each other";

// Open MPI 4 cuts a name at its first dot, unless it is an address.
std::string first_label(const std::string& name) {
  if (is_ipv4(name) || is_ipv6(name)) return name;
  return lower(name.substr(0, name.find('.')));
}

}  // namespace

Result<Layout> layout_of(const HostList& list, std::optional<std::int64_t> ranks_per_host) {
  if (ranks_per_host && *ranks_per_host < 1)
    return fail(fmt::format("{} ranks a host are none", *ranks_per_host), "ask for at least 1");
  std::vector<HostEntry> taking_part, too_small;
  std::int64_t total = 0;
  for (const HostEntry& host : list.hosts) {
    if (slots_of(host) == 0) continue;  // the reader warned
    if (ranks_per_host && says_slots(list, host) && slots_of(host) < *ranks_per_host)
      too_small.push_back(host);
    taking_part.push_back(host);
    total += ranks_per_host.value_or(slots_of(host));
    if (total > max_endpoints)
      return fail_at({list.source, 0, 0}, fmt::format("more than {} endpoints", max_endpoints));
  }
  if (!too_small.empty())
    return fail_at({list.source, 0, 0},
                   fmt::format("{} asked on each host, and there are not enough slots on {}",
                               count_of(static_cast<std::size_t>(*ranks_per_host), "rank"),
                               slots_text(too_small)),
                   std::string(no_oversubscribe));
  if (taking_part.empty())
    return fail_at({list.source, 0, 0}, "no host has a slot", "give slots=1 or more");
  Layout layout;
  layout.endpoints.reserve(static_cast<std::size_t>(total));
  for (const HostEntry& host : taking_part)
    for (std::int64_t slot = 0; slot < ranks_per_host.value_or(slots_of(host)); ++slot)
      layout.endpoints.push_back({.host = host.name, .slot = slot, .user = host.user});
  return layout;
}

std::vector<Error> launch_problems(const HostList& list, std::int64_t ranks_wanted,
                                   const LaunchTool& tool) {
  std::vector<Error> problems;
  std::int64_t total = 0;
  for (const HostEntry& host : list.hosts) total += slots_of(host);
  if (ranks_wanted > total)
    problems.push_back(
        {fmt::format("{} ranks asked, {} given ({})", ranks_wanted,
                     count_of(static_cast<std::size_t>(total), "slot"), slots_text(list.hosts)),
         {list.source, 0, 0},
         std::string(no_oversubscribe),
         {}});
  if (tool.open_mpi_major > 4) return problems;
  for (const HostEntry& host : list.hosts)
    if (is_ipv6(host.name))
      problems.push_back({fmt::format("Open MPI {} takes no IPv6 address as the name of a host: {}",
                                      tool.open_mpi_major, host.name),
                          {list.source, static_cast<std::uint32_t>(host.line), 0},
                          "use its name",
                          {}});
  if (tool.keeps_full_names) return problems;
  std::map<std::string, const HostEntry*> by_label;
  for (const HostEntry& host : list.hosts) {
    const auto [first, is_new] = by_label.try_emplace(first_label(host.name), &host);
    if (is_new) continue;
    problems.push_back(
        {fmt::format("{} and {} are one machine to Open MPI {}: it keeps only '{}' of both and "
                     "would run all of their ranks there",
                     first->second->name, host.name, tool.open_mpi_major, first->first),
         {list.source, static_cast<std::uint32_t>(host.line), 0},
         "set orte_keep_fqdn_hostnames to 1 (export OMPI_MCA_orte_keep_fqdn_hostnames=1), or use "
         "names that differ before the first dot",
         {}});
  }
  return problems;
}

}  // namespace weft

// Each route of the routing daemon against the kernel's own: a way that the daemon shows as
// installed and the kernel does not have carries nothing.
//
// FRR 8.4.4 with nexthop objects leaves a kernel group of one member after a link flap, while its
// own table, its JSON included, shows all of them as in the FIB.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/check.h"

namespace weft::checks {
namespace {

using Ways = std::set<std::string>;

Ways ways_of(const Route& route) {
  Ways out;
  for (const NextHop& hop : route.next_hops)
    if (hop.installed && !hop.interface.empty()) out.insert(hop.interface);
  return out;
}

std::string text_of(const Ways& ways) {
  std::vector<std::string> words;
  for (const std::string& way : ways) words.push_back(printable(way));
  return words.empty() ? "none" : join(words, ", ");
}

// Prefixes of a node that differ in the same manner.
using Stale = std::map<std::pair<Ways, Ways>, std::vector<std::string>>;

void judge(const NodeState& state, CheckResult& out) {
  std::map<std::string, Ways> kernel;
  for (const Route& route : *state.kernel_routes) kernel[route.prefix].merge(ways_of(route));
  Stale stale;
  for (const Route& route : *state.routes) {
    const Ways daemon = ways_of(route);
    if (!route.selected || route.vrf != "default" || daemon.empty() ||
        route.prefix.find(':') != route.prefix.npos)
      continue;
    // The kernel keeps routes to its own interfaces in the daemon's view only.
    if (route.protocol == "connected" || route.protocol == "local") continue;
    ++out.judged;
    const Ways& real = kernel[route.prefix];
    if (!std::ranges::includes(real, daemon)) stale[{daemon, real}].push_back(route.prefix);
  }
  for (const auto& [ways, prefixes] : stale) {
    const auto& [daemon, real] = ways;
    out.findings.push_back(
        {"stale_forwarding", Verdict::fail,
         fmt::format("{} {}", printable(state.name),
                     prefixes.size() == 1 ? printable(prefixes[0])
                                          : fmt::format("{} prefixes", prefixes.size())),
         fmt::format("the kernel uses what the routing daemon shows: {}", text_of(daemon)),
         fmt::format("{} of {} ways: {}", real.size(), daemon.size(), text_of(real)),
         "compare `ip route` with `show ip route`; restart the routing daemon on this switch, and "
         "see whether it uses nexthop objects (`no zebra nexthop kernel enable`)",
         prefixes});
  }
}

CheckResult run(const CheckInput& in) {
  CheckResult out;
  FabricView fabric(in.plan, in.seen);
  for (const NodeState& state : in.seen.nodes) {
    if (!state.routes || !state.kernel_routes) continue;
    if (in.only.has_node(fabric.plan_node(fabric.node(state.name)))) judge(state, out);
  }
  return out;
}

}  // namespace

extern const Check stale_forwarding = {
    "The kernel forwards as the routing daemon says", "routing",
    "A way that is missing in the kernel carries nothing, and the daemon's table looks fine.", run};

}  // namespace weft::checks

// Routes from FRR's `show ip route json` and `show ipv6 route json`, one table or one per VRF. Only
// a next hop with `fib` carries traffic: the list also holds inactive ones, and
// internalNextHopActiveNum counts those that are active yet not installed (FRR 8.4.4).
//
// A recursive next hop is followed by those that resolve it, in the same list; one that resolves
// two of them is listed twice, the second time as `duplicate` (reproduced with FRR 8.4.4).

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

bool is_true(const Json* value) { return bool_of(value).value_or(false); }

NextHop read_next_hop(const Json& from) {
  NextHop hop;
  hop.interface = text_of(from.find("interfaceName"));
  hop.address = text_of(from.find("ip"));
  hop.active = is_true(from.find("active"));
  hop.installed = is_true(from.find("fib"));
  if (is_true(from.find("linkDown"))) hop.active = hop.installed = false;
  hop.weight = integer_of(from.find("weight"));
  hop.drops = is_true(from.find("unreachable")) || is_true(from.find("blackhole")) ||
              is_true(from.find("reject"));
  return hop;
}

bool same_place(const NextHop& a, const NextHop& b) {
  return a.interface == b.interface && a.address == b.address && a.drops == b.drops;
}

// Adds what the list says can carry. A recursive one stays only when nothing resolves it.
void add_next_hops(const std::vector<Json>& list, Route& route, int depth) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json* beneath = list[i].find("nexthops");  // resolved ones inside, as some views have it
    const bool nested = beneath != nullptr && beneath->array() != nullptr && depth > 0;
    if (nested) add_next_hops(*beneath->array(), route, depth - 1);
    const bool resolved = is_true(list[i].find("recursive")) && i + 1 < list.size() &&
                          !is_true(list[i + 1].find("recursive"));
    if (nested || resolved) continue;
    NextHop hop = read_next_hop(list[i]);
    const auto known = std::ranges::find_if(
        route.next_hops, [&](const NextHop& other) { return same_place(hop, other); });
    if (known == route.next_hops.end())
      route.next_hops.push_back(std::move(hop));
    else
      known->installed |= hop.installed, known->active |= hop.active;
  }
}

void read_route(const std::string& prefix, const std::string& vrf, const Json& from,
                NodeState& node) {
  Route& route = node.routes->emplace_back();
  route.prefix = prefix;
  route.protocol = text_of(from.find("protocol"));
  route.vrf = text_of(from.find("vrfName"));
  if (route.vrf.empty()) route.vrf = vrf;
  route.selected = is_true(from.find("selected"));
  route.installed = is_true(from.find("installed"));
  route.line = from.line;
  if (const Json* hops = from.find("nexthops"); hops != nullptr && hops->array() != nullptr)
    add_next_hops(*hops->array(), route, 2);
  if (is_true(from.find("queued")) && !route.installed)  // on its way to the forwarding table
    for (NextHop& hop : route.next_hops) hop.installed = false;
}

// Prefixes with their routes; an object instead of a list is the table of a VRF.
void read_table(const Json& table, const std::string& vrf, NodeState& node, Notes& notes,
                const std::string& file, int depth) {
  for (const auto& member : *table.object()) {
    if (member.value.array() != nullptr) {
      for (const Json& route : *member.value.array()) read_route(member.key, vrf, route, node);
    } else if (member.value.find("nexthops") || member.value.find("protocol")) {
      read_route(member.key, vrf, member.value, node);  // one route, without its list
    } else if (member.value.object() != nullptr && depth > 0) {
      read_table(member.value, member.key, node, notes, file, depth - 1);
    } else {
      notes.warn(member.value.place(file),
                 fmt::format("'{}' is not a list of routes, left out", printable(member.key)));
    }
  }
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.object() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of routes");
  if (!node.routes) node.routes.emplace();
  node.routes_from += (node.routes_from.empty() ? "" : ", ") + answer.from;
  read_table(json, "default", node, notes, answer.from, 1);
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request ipv4[] = {{{"vtysh", "-c", "show ip route json"},
                                  {"show ip route", "ip route frr", "frr route", "routes",
                                   "show ip route vrf all", "vtysh show ip route vrf all"},
                                  true}};
  static const Request ipv6[] = {
      {{"vtysh", "-c", "show ipv6 route json"},
       {"show ipv6 route", "show ipv6 route vrf all", "vtysh show ipv6 route vrf all"},
       true}};
  collect_first(host, ipv4, "routes", parse, node, notes);
  collect_first(host, ipv6, "IPv6 routes", parse, node, notes);
}

}  // namespace

extern const Collector frr_route = {"Routes as FRR knows them", parse, collect};

}  // namespace weft::collectors

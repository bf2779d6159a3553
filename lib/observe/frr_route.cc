// Routes from FRR's `show ip route json`. Only a next hop with `fib` carries traffic: the list also
// holds inactive ones, and internalNextHopActiveNum counts those that are active yet not installed
// (FRR 8.4.4).

#include <fmt/format.h>

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
  hop.weight = integer_of(from.find("weight"));
  return hop;
}

void read_route(const std::string& prefix, const Json& from, NodeState& node) {
  Route& route = node.routes->emplace_back();
  route.prefix = prefix;
  route.protocol = text_of(from.find("protocol"));
  if (std::string vrf = text_of(from.find("vrfName")); !vrf.empty()) route.vrf = std::move(vrf);
  route.selected = is_true(from.find("selected"));
  route.installed = is_true(from.find("installed"));
  route.line = from.line;
  if (const Json* hops = from.find("nexthops"); hops != nullptr && hops->array() != nullptr)
    for (const Json& hop : *hops->array()) route.next_hops.push_back(read_next_hop(hop));
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.object() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of routes");
  node.routes.emplace();
  node.routes_from = answer.from;
  for (const auto& member : *json.object()) {
    if (member.value.array() == nullptr) {
      notes.warn(member.value.place(answer.from),
                 fmt::format("'{}' is not a list of routes, left out", printable(member.key)));
      continue;
    }
    for (const Json& route : *member.value.array()) read_route(member.key, route, node);
  }
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {{{"vtysh", "-c", "show ip route json"},
                                      {"show ip route", "ip route frr", "frr route", "routes"},
                                      true}};
  collect_first(host, requests, "routes", parse, node, notes);
}

}  // namespace

extern const Collector frr_route = {"Routes as FRR knows them", parse, collect};

}  // namespace weft::collectors

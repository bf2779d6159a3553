// What the kernel really forwards by: `ip -j route`. Routing daemons have shown ways that the
// kernel did not have (FRR 8.4.4 with nexthop objects, after a link flap).

#include <fmt/format.h>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

NextHop read_hop(const Json& from) {
  NextHop hop;
  hop.interface = text_of(from.find("dev"));
  hop.address = text_of(from.find("gateway"));
  if (const Json* via = from.find("via"); via != nullptr && hop.address.empty())
    hop.address = text_of(via->find("host"));
  hop.weight = integer_of(from.find("weight"));
  hop.active = hop.installed = true;
  for (const std::string& flag : texts_of(from.find("flags")))
    if (flag == "dead" || flag == "linkdown") hop.active = hop.installed = false;
  return hop;
}

// "10.0.0.2" is "10.0.0.2/32", "default" is "0.0.0.0/0".
std::string prefix_of(const std::string& destination) {
  if (destination == "default") return "0.0.0.0/0";
  return destination.find('/') == destination.npos ? destination + "/32" : destination;
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.array() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no list of routes",
                   "expected the output of `ip -j route`");
  node.kernel_routes.emplace();
  node.kernel_routes_from = answer.from;
  for (const Json& from : *json.array()) {
    const std::string to = text_of(from.find("dst"));
    if (to.empty()) {
      notes.warn(from.place(answer.from), "a route without 'dst', left out");
      continue;
    }
    Route& route = node.kernel_routes->emplace_back();
    route.prefix = prefix_of(to);
    route.protocol = text_of(from.find("protocol"));
    route.selected = route.installed = true;
    route.line = from.line;
    const Json* hops = from.find("nexthops");
    if (hops == nullptr || hops->array() == nullptr)
      route.next_hops.push_back(read_hop(from));
    else
      for (const Json& hop : *hops->array()) route.next_hops.push_back(read_hop(hop));
  }
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {{{"ip", "-j", "-4", "route"}, {"ip -j route", "ip route"}}};
  collect_first(host, requests, "routes of the kernel", parse, node, notes);
}

}  // namespace

extern const Collector ip_route = {"Routes as the kernel forwards by them", parse, collect};

}  // namespace weft::collectors

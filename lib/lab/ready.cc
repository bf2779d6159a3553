// Is it there yet: neighbours by lldpctl, ways by the kernel's own routes; see build.h.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/json.h"
#include "base/text.h"
#include "lab/build.h"

namespace weft {
namespace {

const Json* at(const Json* json, std::string_view key) {
  return json != nullptr ? json->find(key) : nullptr;
}

// The first of a list: json0 wraps everything into lists.
const Json* first(const Json* json) {
  return json != nullptr && json->array() != nullptr && !json->array()->empty()
             ? &json->array()->front()
             : nullptr;
}

std::string text_of(const Json* json) {
  return json != nullptr && json->text() != nullptr ? *json->text() : "";
}

std::size_t right_neighbours(const LabNode& node, const std::string& lldp) {
  const auto json = parse_json(lldp, "lldpctl");
  const Json* list = json ? at(first(at(&*json, "lldp")), "interface") : nullptr;
  std::set<std::string> right;
  if (list == nullptr || list->array() == nullptr) return 0;
  for (const Json& one : *list->array()) {
    const std::string port = text_of(one.find("name"));
    const LabPort* planned = node.port(port);
    const std::string name = text_of(at(first(at(first(at(&one, "chassis")), "name")), "value"));
    const std::string id = text_of(at(first(at(first(at(&one, "port")), "id")), "value"));
    if (planned != nullptr && planned->far == Port{name, id}) right.insert(port);
  }
  return right.size();
}

// Every way to each prefix, among the node's routes of the kernel.
bool has_ways(const std::vector<LabRoute>& wanted, const std::string& routes) {
  const auto json = parse_json(routes, "ip route");
  if (!json || json->array() == nullptr) return wanted.empty();
  std::map<std::string, std::size_t> least;  // "10.1.3." -> ways of its narrowest route
  for (const Json& route : *json->array()) {
    const std::string to = text_of(route.find("dst"));
    const Json* hops = route.find("nexthops");
    const bool many = hops != nullptr && hops->array() != nullptr;
    const std::size_t ways = many ? hops->array()->size() : 1;
    const auto [it, fresh] = least.emplace(to.substr(0, to.rfind('.') + 1), ways);
    if (!fresh) it->second = std::min(it->second, ways);
  }
  return std::ranges::all_of(wanted, [&](const LabRoute& route) {
    const auto it = least.find(route.prefix.substr(0, route.prefix.rfind('.') + 1));
    return it != least.end() && it->second >= route.hops.size();
  });
}

}  // namespace

ReadyWatch::ReadyWatch(const LabLayout& layout, bool lldp) : layout_(layout), lldp_(lldp) {
  for (const LabNode& node : layout.nodes) {
    if (lldp) without_neighbours_.push_back(&node);
    if (!node.is_host()) without_routes_.push_back(&node);
  }
}

LabReadiness ReadyWatch::look(bool everybody) {
  LabReadiness out;
  bool go_on = true;
  std::erase_if(without_neighbours_, [&](const LabNode* node) {
    if (!go_on) return false;
    const auto said = node_output(node->name, {"lldpctl", "-f", "json0"});
    heard_[node->name] = said ? right_neighbours(*node, *said) : 0;
    const bool all = heard_[node->name] == node->ports.size();
    go_on = all || everybody;
    return all;
  });
  go_on = true;
  std::erase_if(without_routes_, [&](const LabNode* node) {
    if (!go_on) return false;
    const auto said = node_output(node->name, {"ip", "-j", "-4", "route"});
    const bool all = said && has_ways(routes_from(layout_, *node), *said);
    go_on = all || everybody;
    return all;
  });
  for (const auto& [node, ports] : heard_) out.neighbours += ports;
  out.neighbours_wanted = lldp_ ? layout_.cables.size() * 2 : 0;
  out.routed_wanted = layout_.switches().size();
  out.routed = out.routed_wanted - without_routes_.size();
  for (const auto* list : {&without_neighbours_, &without_routes_})
    for (const LabNode* node : *list)
      if (std::ranges::count(out.late, node->name) == 0) out.late.push_back(node->name);
  return out;
}

}  // namespace weft

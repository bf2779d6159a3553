// Routes from NVUE, for a switch on which FRR was not asked or did not answer:
// `nv show vrf default router rib ipv4 route -o json`, a map of prefixes with `route-entry`, in
// each of which `via-entry` (also: `via`) lists the next hops. Flags are words of a map or of a
// text. Reference facts 5.6.

#include <fmt/format.h>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

// Absent when no flags are given at all.
std::optional<bool> flag(const Json& from, std::string_view name) {
  const Json* flags = from.find("flags");
  if (flags == nullptr) return bool_of(from.find(name));
  if (flags->object() != nullptr) {
    const Json* one = flags->find(name);
    return one != nullptr && bool_of(one) != false;
  }
  const std::string all = join(texts_of(flags), " ");
  return (" " + all + " ").find(fmt::format(" {} ", name)) != std::string::npos;
}

// "swp51" of "swp51", of {"swp51": {}} and of [{"interface": "swp51"}].
std::string name_of(const Json* value) {
  if (value != nullptr && value->object() != nullptr && value->object()->size() == 1 &&
      value->find("value") == nullptr)
    return value->object()->front().key;
  return text_of(value);
}

void read_next_hop(const Json::Member& member, Route& route) {
  const Json& from = member.value;
  if (flag(from, "recursive").value_or(false)) return;  // those that resolve it are listed too
  NextHop hop;
  hop.interface = name_of(from.find("interface"));
  hop.address = text_of(from.find("ip-address"));
  const std::string type = text_of(from.find("type"));
  if (hop.address.empty() && member.key.find_first_of(".:") != std::string::npos)
    hop.address = member.key;
  hop.drops = type == "blackhole" || type == "reject" || type == "unreachable" ||
              flag(from, "unreachable").value_or(false);
  hop.active = flag(from, "active").value_or(true);
  hop.installed = flag(from, "fib").value_or(route.installed) && hop.active;
  hop.weight = integer_of(from.find("weight"));
  if (!flag(from, "duplicate").value_or(false)) route.next_hops.push_back(std::move(hop));
}

void read_entry(const std::string& prefix, const Json& from, NodeState& node) {
  Route& route = node.routes->emplace_back();
  route.prefix = prefix;
  route.protocol = text_of(from.find("protocol"));
  route.selected = flag(from, "selected").value_or(false);
  route.installed = flag(from, "installed").value_or(false);
  route.line = from.line;
  for (const char* key : {"via-entry", "via"})
    if (const Json* via = from.find(key); via != nullptr && via->object() != nullptr)
      for (const auto& member : *via->object())
        if (member.value.object() != nullptr) read_next_hop(member, route);
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  const Json* table = json.find("route");  // a level that is there when more was asked for
  if (table == nullptr) table = &json;
  if (table->object() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of routes");
  if (!node.routes) node.routes.emplace();
  node.routes_from += (node.routes_from.empty() ? "" : ", ") + answer.from;
  for (const auto& member : *table->object()) {
    const Json* entries = member.value.find("route-entry");
    if (entries == nullptr) entries = &member.value;
    if (entries->object() == nullptr) {
      notes.warn(member.value.place(answer.from),
                 fmt::format("'{}' is not a route, left out", printable(member.key)));
      continue;
    }
    for (const auto& entry : *entries->object())
      if (entry.value.object() != nullptr) read_entry(member.key, entry.value, node);
  }
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  if (node.routes) return;
  for (const char* family : {"ipv4", "ipv6"}) {
    const Request request[] = {
        {{"nv", "show", "vrf", "default", "router", "rib", family, "route", "-o", "json"}}};
    collect_first(host, request, fmt::format("{} routes from NVUE", family), parse, node, notes);
  }
}

}  // namespace

extern const Collector nvue_rib = {"Routes as NVUE shows them", parse, collect};

}  // namespace weft::collectors

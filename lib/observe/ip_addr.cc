// Interfaces of a Linux machine from `ip -j addr` or `ip -j link`, with their other names.
//
// iproute2 prints empty objects for interfaces that a filter dropped (coreemu/core#348). A port of
// a bond keeps its own address in `permaddr`; `address` is then the bond's.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

std::vector<std::string> flags_of(const Json& from) { return texts_of(from.find("flags")); }

void read_interface(const Json& from, const std::string& name, NodeState& node) {
  Interface& out = interface_of(node, name);
  const auto flags = flags_of(from);
  const auto has = [&](std::string_view flag) { return std::ranges::count(flags, flag) > 0; };
  if (!flags.empty()) {
    out.enabled = has("UP");
    out.up = has("LOWER_UP") && !has("NO-CARRIER");
  }
  const std::string state = text_of(from.find("operstate"));
  if (state == "DOWN" || state == "LOWERLAYERDOWN") out.up = false;
  if (auto mtu = integer_of(from.find("mtu"))) out.mtu = mtu;
  const Json* own = from.find("permaddr");
  if (const std::string mac = text_of(own != nullptr ? own : from.find("address")); !mac.empty())
    out.mac = lower(mac);
  for (std::string& other : texts_of(from.find("altnames")))
    if (std::ranges::count(out.other_names, other) == 0)
      out.other_names.push_back(std::move(other));
  if (std::string master = text_of(from.find("master")); !master.empty()) out.master = master;
  if (std::string alias = text_of(from.find("ifalias")); !alias.empty()) out.description = alias;
  if (const Json* info = from.find("linkinfo"))
    if (std::string kind = text_of(info->find("info_kind")); !kind.empty()) out.kind = kind;
  if (!out.kind && text_of(from.find("link_type")) == "loopback") out.kind = "loopback";
  if (const Json* list = from.find("addr_info"); list != nullptr && list->array() != nullptr)
    for (const Json& one : *list->array())
      if (const std::string local = text_of(one.find("local")); !local.empty())
        out.addresses.push_back(
            fmt::format("{}/{}", local, integer_of(one.find("prefixlen")).value_or(0)));
}

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.array() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no list of interfaces",
                   "expected the output of `ip -j addr`");
  const auto named = [](const Json& one) { return !text_of(one.find("ifname")).empty(); };
  if (!json.array()->empty() && std::ranges::none_of(*json.array(), named))
    return fail_at({answer.from, 1, 1}, "is JSON, but names no interface",
                   "expected the output of `ip -j addr`");
  if (!node.interfaces) node.interfaces.emplace();
  std::set<std::string> known;
  for (const Json& one : *json.array()) {
    const std::string name = text_of(one.find("ifname"));
    if (!name.empty() && !known.insert(name).second)
      notes.warn(one.place(answer.from),
                 fmt::format("interface '{}' a second time: what it says here counts too",
                             printable(name, 60)));
    if (!name.empty())
      read_interface(one, name, node);
    else if (one.object() == nullptr || !one.object()->empty())
      notes.warn(one.place(answer.from), "an interface without 'ifname', left out");
  }
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {{{"ip", "-d", "-j", "addr"},
                                      {"ip addr", "ip addr show", "ip -j a", "ip address",
                                       "ip -d -j link", "ip link", "ip link show"}}};
  collect_first(host, requests, "interfaces", parse, node, notes);
}

}  // namespace

extern const Collector ip_addr = {"Interfaces, addresses and other names of a Linux machine", parse,
                                  collect};

}  // namespace weft::collectors

// From LLDP records to ports; see heard.h.
//
// Facts: a server's port id is a MAC unless its lldpd is told otherwise, the interface name is then
// in the description (NVUE reference, LLDP page); NIC firmware speaks LLDP without a name
// (lldpd/lldpd#502, #669); a BlueField answers in place of its host (MrBr-github/lshca#48).

#include "check/heard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "base/text.h"

namespace weft {
namespace {

// Interface names are short and have no blanks; anything else in a description is prose.
bool looks_like_interface(std::string_view text) {
  if (text.empty() || text.size() > 15) return false;
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view("._-:/").find(c) != std::string::npos;
  });
  return plain &&
         std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The sender calls its port id the name of an interface (lldpd's word, NVUE's, the standard's).
bool says_interface(const Neighbour& record) {
  const std::string type = lower(record.port_id_type);
  return type == "ifname" || type == "interface" || type == "interface-name" ||
         type == "interface name" || type == "interfacename";
}

bool is_mac_id(const Neighbour& record) {
  return lower(record.port_id_type).starts_with("mac") ||
         (!says_interface(record) && is_mac(record.port_id));
}

// IEEE 802.1AB leaves "local" to the sender: an interface name, a number, a text on the front. An
// alias is free text, an address is no name.
bool may_be_interface(const FabricView& fabric, const Heard& heard) {
  const Neighbour& r = *heard.record;
  if (r.port_id.empty()) return false;
  if (r.port_id_type.empty() || says_interface(r)) return true;
  return lower(r.port_id_type) == "local" && looks_like_interface(r.port_id) &&
         !parse_uint(r.port_id) && fabric.like_a_port(heard.node, r.port_id);
}

}  // namespace

std::string_view text(Basis basis) {
  static constexpr std::array<std::string_view, 7> texts = {
      "nothing", "port id", "port description", "MAC of the interface", "chassis id",
      "alias",   "device"};
  return texts[std::size_t(basis)];
}

std::string Heard::name() const {
  const Neighbour& r = *record;
  const std::string port = r.port_id.empty() ? r.port_description : r.port_id;
  if (!r.is_lldp())
    return fmt::format("{} neighbour {}/{}", printable(r.protocol), printable(r.system_name),
                       printable(port));
  if (r.system_name.empty())
    return fmt::format("a device without a name (chassis {}, port {})",
                       r.chassis_id.empty() ? "unknown" : printable(r.chassis_id),
                       port.empty() ? "unknown" : printable(port));
  std::string where = printable(port);
  if (is_mac_id(r) && !r.port_description.empty() && r.port_description != port)
    where = printable(r.port_description);
  return where.empty() ? printable(r.system_name) : printable(r.system_name) + ":" + where;
}

std::string Heard::raw() const {
  const Neighbour& r = *record;
  std::string out = fmt::format("{} on {}:", r.protocol.empty() ? "LLDP" : printable(r.protocol),
                                printable(r.port));
  const auto say = [&](std::string_view what, const std::string& value, std::string_view type) {
    if (value.empty()) return;
    out += fmt::format(" {} '{}'", what, printable(value, 80));
    if (!type.empty()) out += fmt::format(" ({})", printable(type, 20));
  };
  say("name", r.system_name, "");
  say("chassis", r.chassis_id, r.chassis_id_type);
  say("port", r.port_id, r.port_id_type);
  say("description", r.port_description, "");
  if (r.age_s) out += fmt::format(" age {} s", *r.age_s);
  const std::string from = !r.from.empty() || by == nullptr ? r.from : by->neighbours_from;
  if (!from.empty())
    out += fmt::format(" [{}{}]", printable(from), r.line > 0 ? fmt::format(":{}", r.line) : "");
  return out;
}

NodeId dpu_host(const FabricView& fabric, std::string_view name, std::string_view description) {
  static constexpr std::array<std::string_view, 8> words = {"dpu", "bf",  "bluefield", "soc",
                                                            "nic", "oob", "arm",       "smartnic"};
  const std::string low = lower(host_part(name));
  const std::string_view all = low;
  const bool says_so = lower(description).find("bluefield") != std::string::npos;
  const auto planned = [&](std::string_view part) {
    const NodeId host = fabric.find_node(part).node;
    return host != nobody && fabric.plan_node(host) != nullptr ? host : nobody;
  };
  const auto is_word = [&](std::string_view part) {
    return std::ranges::any_of(words, [&](auto w) { return part.starts_with(w); });
  };
  for (std::size_t cut = all.size(); cut-- > 1;) {  // hgx-72-dpu0
    if (all[cut] != '-' && all[cut] != '_') continue;
    if (const NodeId host = planned(all.substr(0, cut)); host != nobody)
      return is_word(all.substr(cut + 1)) || says_so ? host : nobody;
  }
  for (std::size_t cut = 1; cut + 1 < all.size(); ++cut) {  // dpu0-hgx-72
    if (all[cut] != '-' && all[cut] != '_') continue;
    if (const NodeId host = planned(all.substr(cut + 1)); host != nobody)
      return is_word(all) || says_so ? host : nobody;
  }
  return nobody;
}

// What a system calls itself before anybody names it: tells nothing, and many have it.
bool is_default_name(std::string_view name) {
  static constexpr std::array<std::string_view, 12> names = {
      "localhost", "ubuntu", "debian", "linux",  "(none)",  "none",
      "cumulus",   "sonic",  "switch", "router", "unknown", "localhost6"};
  return std::ranges::count(names, lower(host_part(name))) > 0;
}

bool Hearing::through_alias(FabricView& fabric, Heard& one) const {
  auto it = aliases_.find(lower(one.record->system_name));
  if (it == aliases_.end()) it = aliases_.find(lower(host_part(one.record->system_name)));
  if (it == aliases_.end()) return false;
  for (const bool with_port : {true, false})
    for (const Alias* alias : it->second) {
      const bool same = equal_ignoring_case(alias->seen_port, one.record->port_id) ||
                        equal_ignoring_case(alias->seen_port, one.record->port_description);
      if (with_port ? alias->seen_port.empty() || !same : !alias->seen_port.empty()) continue;
      one.node = fabric.node(alias->node);
      one.basis = Basis::alias;
      if (!alias->port.empty()) one.port = fabric.port(one.node, alias->port);
      return true;
    }
  return false;
}

void Hearing::find_device(FabricView& fabric, Heard& one) const {
  const Neighbour& r = *one.record;
  one.default_name =
      is_default_name(r.system_name) && fabric.find_node(r.system_name).node == nobody;
  if (!r.system_name.empty() && !one.default_name) {
    const auto named = fabric.find_node(r.system_name);
    one.node = named.node;
    one.domains_differ = named.domains_differ;
    if (one.node == nobody && !named.several) {
      const bool dpu = dpu_host(fabric, r.system_name, r.system_description) != nobody;
      if (!dpu && by_mac(fabric, one) && fabric.plan_node(one.node) != nullptr) {
        one.misnamed = true;
        return;
      }
      one.basis = Basis::none;
      one.node = fabric.node(r.system_name);
    }
    if (one.node != nobody && fabric.plan_node(one.node) == nullptr)
      one.dpu_of = dpu_host(fabric, r.system_name, r.system_description);
    return;
  }
  by_mac(fabric, one);
}

// The node whose MAC was sent, as port or as chassis.
bool Hearing::by_mac(const FabricView& fabric, Heard& one) const {
  for (const std::string* id : {&one.record->port_id, &one.record->chassis_id}) {
    const std::string mac = mac_text(*id);
    if (mac.empty()) continue;
    one.node = fabric.node_of_mac(mac);
    if (one.node == nobody) continue;
    one.basis = id == &one.record->port_id ? Basis::mac : Basis::chassis;
    return true;
  }
  return false;
}

void Hearing::find_port(FabricView& fabric, Heard& one) const {
  const Neighbour& r = *one.record;
  const auto known = [&](const std::string& name) {
    return name.empty() ? nobody : fabric.find_port(one.node, name);
  };
  const auto take = [&](PortId port, Basis basis) {
    one.port = port;
    if (one.basis != Basis::alias) one.basis = basis;
  };
  if (fabric.by_description(one.local)) {
    if (const PortId port = known(r.port_description); port != nobody)
      return take(port, Basis::description);
    if (looks_like_interface(r.port_description))
      take(fabric.port(one.node, r.port_description), Basis::description);
    return;
  }
  if (const auto members = fabric.bond_members(one.node, r.port_id)) {
    one.bond = true;
    if (members->size() == 1) return take(members->front(), Basis::port_id);
    if (const PortId port = known(r.port_description); port != nobody)
      take(port, Basis::description);
    return;
  }
  if (!is_mac_id(r)) {
    if (const PortId port = known(r.port_id); port != nobody) return take(port, Basis::port_id);
    const PortId described = known(r.port_description);
    if (described != nobody && !says_interface(r)) return take(described, Basis::description);
    if (may_be_interface(fabric, one)) take(fabric.port(one.node, r.port_id), Basis::port_id);
    return;
  }
  std::vector<PortId> ports;
  for (const PortId port : fabric.ports_of_mac(mac_text(r.port_id)))
    if (fabric.node_of(port) == one.node) ports.push_back(port);
  if (ports.size() == 1) return take(ports.front(), Basis::mac);
  if (const PortId port = known(r.port_description); port != nobody)
    return take(port, Basis::description);
  one.several_macs = ports.size() > 1;
  if (!one.several_macs && looks_like_interface(r.port_description))
    take(fabric.port(one.node, r.port_description), Basis::description);
}

void Hearing::add(FabricView& fabric, NodeId node, const NodeState& state,
                  const Neighbour& record) {
  Heard one;
  one.local = fabric.port(node, record.port);
  one.record = &record;
  one.by = &state;
  if (!through_alias(fabric, one)) find_device(fabric, one);
  // A DPU's own port says nothing about which port of its host the cable is in.
  if (one.node != nobody && one.port == nobody && one.dpu_of == nobody) find_port(fabric, one);
  auto& heads = record.is_lldp() ? lldp_ : others_;
  const auto at = std::size_t(one.local);
  if (heads.size() <= at) heads.resize(std::max(at + 1, fabric.port_count()), -1);
  const auto index = std::int32_t(all_.size());
  all_.push_back(one);
  std::int32_t* link = &heads[at];  // records of a port stay in the order they came
  while (*link >= 0) link = &all_[std::size_t(*link)].next;
  *link = index;
}

Hearing::Hearing(FabricView& fabric, const Snapshot& seen, const std::vector<Alias>& aliases) {
  for (const Alias& alias : aliases) aliases_[lower(alias.seen_node)].push_back(&alias);
  std::size_t count = 0;
  const auto counts = [&](const NodeState& state) {  // nobody knows whose ports they are otherwise
    return state.neighbours && !std::ranges::count(fabric.unplaced(), &state);
  };
  for (const NodeState& state : seen.nodes) {
    if (!counts(state)) continue;
    count += state.neighbours->size();
    for (const Neighbour& r : *state.neighbours) {
      if (r.system_name.empty()) continue;
      const std::string mac = mac_text(r.chassis_id);
      if (const auto named = fabric.find_node(r.system_name); !mac.empty() && named.node != nobody)
        fabric.learn_mac(mac, named.node);
    }
  }
  all_.reserve(count);
  for (const NodeState& state : seen.nodes) {
    if (!counts(state)) continue;
    const NodeId node = fabric.node(state.name);
    for (const Neighbour& record : *state.neighbours) add(fabric, node, state, record);
    for (const std::string& port : state.contested) contested_.insert(fabric.port(node, port));
  }
}

}  // namespace weft

// Old spelling (Cumulus 5.6): link.state = {"up": {}}, lldp.neighbor nested under the interface,
// age as text. New (5.9 and later): oper-status and admin-status, sometimes `neighbor` without
// `lldp`. Sources: reference facts 5.4; NVIDIA/nv-config-manager test data for 5.6.

#include "observe/nvue.h"

#include <fmt/format.h>

#include "base/text.h"
#include "observe/lenient_json.h"

namespace weft {
namespace {

std::optional<std::string> some(std::string text) {
  if (text.empty()) return {};
  return text;
}

// "3E-6"; "15E-255" is how a switch writes that it has no measurement.
std::optional<double> parse_ber(const Json* value) {
  const std::string text = text_of(value);
  const auto number = parse_double(text);
  if (!number || *number >= 1 || lower(text).ends_with("e-255")) return {};
  return number;
}

void read_link(const Json& link, Interface& out, Notes& notes, const std::string& file) {
  const Json* oper = link.find("oper-status");
  out.up = bool_of(oper != nullptr ? oper : link.find("state"));
  out.enabled = bool_of(link.find("admin-status"));
  if (!out.enabled && oper == nullptr && out.up.value_or(false)) out.enabled = true;
  if (const Json* why = link.find("troubleshooting-info")) out.down_reason = some(text_of(why));
  for (const char* key : {"mac", "mac-address"})  // before and since 5.11
    if (auto mac = some(text_of(link.find(key)))) out.mac = lower(*mac);
  if (auto mtu = integer_of(link.find("mtu"))) out.mtu = mtu;
  const std::string speed = text_of(link.find("speed"));
  if (!speed.empty() && lower(speed) != "auto" && lower(speed) != "unknown") {
    if (auto rate = parse_rate(speed))
      out.speed = *rate;
    else
      notes.warn(link.place(file), fmt::format("speed '{}' not understood", printable(speed)));
  }
  if (auto fec = some(lower(text_of(link.find("fec"))))) out.fec = fec;
  if (auto negotiation = bool_of(link.find("auto-negotiate"))) out.autonegotiation = negotiation;
  if (auto duplex = some(text_of(link.find("duplex")))) out.duplex = duplex;
  if (const Json* split = link.find("breakout")) {
    const auto* modes = split->object();  // {"2x": {}} in older releases
    out.breakout = some(modes != nullptr && !modes->empty() ? modes->front().key : text_of(split));
  }
  if (const Json* stats = link.find("stats"))
    out.carrier_changes = integer_of(stats->find("carrier-transitions"));
  if (const Json* phy = link.find("phy"))
    if (const Json* health = phy->find("health")) {
      out.raw_ber = parse_ber(health->find("raw-ber"));
      out.effective_ber = parse_ber(health->find("effective-ber"));
    }
}

void read_management(const Json& chassis, Neighbour& out) {
  for (const char* key :
       {"management-address", "management-address-ipv4", "management-address-ipv6"})
    for (std::string& address : texts_of(chassis.find(key)))
      if (is_management_address(address)) out.management.push_back(std::move(address));
}

Neighbour read_neighbour(const std::string& port, const Json::Member& member) {
  Neighbour out;
  out.port = port;
  out.line = member.value.line;
  out.age_s = integer_of(member.value.find("age"));
  if (const Json* chassis = member.value.find("chassis")) {
    // The key is only a label: who sends no name has none.
    out.system_name = text_of(chassis->find("system-name"));
    out.system_description = text_of(chassis->find("system-description"));
    out.chassis_id = text_of(chassis->find("chassis-id"));
    read_management(*chassis, out);
  } else {
    out.system_name = member.key;  // a short view, in which nothing else tells who it is
  }
  if (const Json* where = member.value.find("port")) {
    out.port_id = text_of(where->find("name"));
    out.port_id_type = text_of(where->find("type"));
    out.port_description = text_of(where->find("description"));
    out.ttl_s = integer_of(where->find("ttl"));
    if (out.age_s == std::nullopt) out.age_s = integer_of(where->find("age"));
  }
  return out;
}

void read_interface(const Json::Member& member, NodeState& node, Notes& notes,
                    const std::string& file) {
  Interface& out = interface_of(node, member.key);
  if (auto kind = some(text_of(member.value.find("type")))) out.kind = kind;
  if (const Json* link = member.value.find("link")) read_link(*link, out, notes, file);
  if (const Json* ip = member.value.find("ip"))
    if (const Json* list = ip->find("address"); list != nullptr && list->object() != nullptr)
      for (const auto& address : *list->object()) out.addresses.push_back(address.key);
  if (const Json* bond = member.value.find("bond"))
    if (const Json* list = bond->find("member"); list != nullptr && list->object() != nullptr)
      for (const auto& one : *list->object()) interface_of(node, one.key).master = member.key;
}

}  // namespace

Result<void> parse_nvue_interfaces(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  if (json.object() == nullptr)
    return fail_at({answer.from, 1, 1}, "is JSON, but no map of interfaces");
  std::vector<Neighbour> heard;
  bool knows_lldp = false;
  for (const auto& member : *json.object()) {
    if (member.value.object() == nullptr) {
      notes.warn(member.value.place(answer.from),
                 fmt::format("'{}' is not an interface, left out", printable(member.key)));
      continue;
    }
    read_interface(member, node, notes, answer.from);
    const Json* lldp = member.value.find("lldp");
    const Json* list = (lldp != nullptr ? lldp : &member.value)->find("neighbor");
    knows_lldp |= lldp != nullptr || list != nullptr;
    if (list == nullptr || list->object() == nullptr) continue;
    for (const auto& one : *list->object()) heard.push_back(read_neighbour(member.key, one));
  }
  if (knows_lldp && !node.neighbours) {
    node.neighbours = std::move(heard);
    node.neighbours_from = answer.from;
  }
  return {};
}

}  // namespace weft

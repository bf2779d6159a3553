// Old spelling (Cumulus 5.6): link.state = {"up": {}}, lldp.neighbor nested under the interface,
// age as text. New (5.9 and later): oper-status and admin-status, sometimes `neighbor` without
// `lldp`. Sources: reference facts 5.4; NVIDIA/nv-config-manager test data for 5.6.

#include "observe/nvue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

class LinkReader {
 public:
  LinkReader(const Json& link, Notes& notes, const std::string& file)
      : link_(link), notes_(notes), file_(file) {}

  // The states are those of RFC 2863 as Linux writes them, with and without hyphens.
  std::optional<bool> up() const {
    const Json* const state = link_.find("state");
    const Json* const oper = link_.find("oper-status");
    const Json* const told = oper != nullptr ? oper : state;
    if (const auto known = bool_of(told)) {
      if (oper != nullptr && state != nullptr && bool_of(state) && bool_of(state) != known)
        warn("'state' says the opposite of 'oper-status', which counts");
      return known;
    }
    const std::string word = lower(trim(text_of(told)));
    for (const char* const down :
         {"lowerlayerdown", "lower-layer-down", "notpresent", "not-present"})
      if (word == down) return false;
    if (!word.empty() && word != "unknown")
      warn(fmt::format("oper-status '{}' is neither up nor down", printable(word, 60)));
    return {};
  }

  std::optional<std::int64_t> mtu() const {
    const Json* const told = link_.find("mtu");
    const auto number = integer_of(told);
    if (const std::string text = text_of(told); !number && !text.empty())
      warn(fmt::format("MTU '{}' not understood", printable(text, 60)));
    return number;
  }

  // A number without a unit may be Mb/s or bit/s: it is no speed, and not seen where there is a
  // link.
  std::optional<BitRate> speed(const std::string& port, bool down) const {
    const std::string text(trim(text_of(link_.find("speed"))));
    if (text.empty() || lower(text) == "auto" || lower(text) == "unknown") return {};
    const auto rate = parse_rate(text);
    if (rate && !parse_double(text)) return *rate;
    if (!down)
      notes_.gap(fmt::format("speed of {}", printable(port, 60)),
                 fmt::format("{}: '{}' {}", link_.place(file_).text(), printable(text, 60),
                             rate ? "has no unit" : "is not understood"));
    return {};
  }

 private:
  void warn(std::string what) const { notes_.warn(link_.place(file_), std::move(what)); }

  const Json& link_;
  Notes& notes_;
  const std::string& file_;
};

void read_link(const Json& link, Interface& out, Notes& notes, const std::string& file) {
  const Json* oper = link.find("oper-status");
  const LinkReader reader(link, notes, file);
  out.up = reader.up();
  out.enabled = bool_of(link.find("admin-status"));
  if (!out.enabled && oper == nullptr && out.up.value_or(false)) out.enabled = true;
  if (const Json* why = link.find("troubleshooting-info")) out.down_reason = some(text_of(why));
  for (const char* key : {"mac", "mac-address"})  // before and since 5.11
    if (auto mac = some(text_of(link.find(key)))) out.mac = lower(*mac);
  if (auto mtu = reader.mtu()) out.mtu = mtu;
  if (auto speed = reader.speed(out.name, out.up == false)) out.speed = speed;
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

// `key`: what the map of neighbours calls it; "" in a list.
Neighbour read_neighbour(const std::string& port, const std::string& key, const Json& from) {
  Neighbour out;
  out.port = port;
  out.line = from.line;
  out.age_s = integer_of(from.find("age"));
  if (const Json* chassis = from.find("chassis")) {
    // The key is only a label: who sends no name has none.
    out.system_name = text_of(chassis->find("system-name"));
    out.system_description = text_of(chassis->find("system-description"));
    out.chassis_id = text_of(chassis->find("chassis-id"));
    read_management(*chassis, out);
  } else {
    out.system_name = key;  // a short view, in which nothing else tells who it is
  }
  if (const Json* where = from.find("port")) {
    out.port_id = text_of(where->find("name"));
    out.port_id_type = text_of(where->find("type"));
    out.port_description = text_of(where->find("description"));
    out.ttl_s = integer_of(where->find("ttl"));
    if (out.age_s == std::nullopt) out.age_s = integer_of(where->find("age"));
  }
  return out;
}

bool is_neighbour(const Json& from) {
  return from.find("chassis") != nullptr || from.find("port") != nullptr;
}

// A map by name, or a list of neighbours or of such maps.
void read_neighbours(const std::string& port, const Json& from, std::vector<Neighbour>& out,
                     Notes& notes, const std::string& file, int depth = 2) {
  if (const auto* list = from.array(); list != nullptr && depth > 0) {
    for (const Json& one : *list)
      if (is_neighbour(one))
        out.push_back(read_neighbour(port, "", one));
      else
        read_neighbours(port, one, out, notes, file, depth - 1);
  } else if (const auto* map = from.object()) {
    for (const auto& one : *map) out.push_back(read_neighbour(port, one.key, one.value));
  } else if (!from.is_null()) {
    notes.warn(from.place(file),
               fmt::format("'{}' has no map of neighbours: left out", printable(port, 60)));
  }
}

void read_interface(const Json::Member& member, NodeState& node, Notes& notes,
                    const std::string& file) {
  static constexpr std::array telling = {"type", "link", "ip", "bond"};
  const auto told = [&](const char* key) { return member.value.find(key) != nullptr; };
  if (std::ranges::none_of(telling, told)) return;  // a view of neighbours only
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
  // Some views put one level around the map.
  const Json* const wrapped = json.find("interface");
  const bool around = json.object()->size() == 1 && wrapped != nullptr &&
                      wrapped->object() != nullptr && wrapped->find("link") == nullptr &&
                      wrapped->find("lldp") == nullptr && wrapped->find("type") == nullptr;
  for (const auto& member : around ? *wrapped->object() : *json.object()) {
    if (member.value.object() == nullptr) {
      notes.warn(member.value.place(answer.from),
                 fmt::format("'{}' is not an interface, left out", printable(member.key)));
      continue;
    }
    read_interface(member, node, notes, answer.from);
    const Json* lldp = member.value.find("lldp");
    const Json* list = (lldp != nullptr ? lldp : &member.value)->find("neighbor");
    knows_lldp |= lldp != nullptr || list != nullptr;
    if (list != nullptr) read_neighbours(member.key, *list, heard, notes, answer.from);
  }
  if (knows_lldp && !node.neighbours) {
    node.neighbours = std::move(heard);
    node.neighbours_from = answer.from;
  }
  return {};
}

}  // namespace weft

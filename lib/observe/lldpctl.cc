// Neighbours from `lldpctl -f json` and `-f json0`.
//
// json leaves levels out (one neighbour: an object instead of a list; no system name: `chassis`
// holds `id` directly; lldpd/lldpd#236), json0 makes everything a list of objects. Both are read by
// one walk. Checked with lldpd 1.0.16.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "observe/lenient_json.h"
#include "observe/observe.h"

namespace weft::collectors {
namespace {

// "41 days, 03:00:01" in seconds.
std::optional<std::int64_t> parse_age(std::string_view text) {
  std::int64_t days = 0;
  if (const std::size_t comma = text.find(','); comma != std::string_view::npos) {
    const auto parts = words(text.substr(0, comma));
    const auto n = parts.empty() ? std::nullopt : parse_uint(parts[0]);
    if (!n || *n > 1'000'000) return {};
    days = static_cast<std::int64_t>(*n);
    text.remove_prefix(comma + 1);
  }
  std::int64_t seconds = 0;
  for (const auto part : split(trim(text), ':')) {
    const auto n = parse_uint(part);
    if (!n || *n > 1'000'000) return {};
    seconds = seconds * 60 + static_cast<std::int64_t>(*n);
  }
  return days * 86400 + seconds;
}

bool is_id(const Json* value) {
  value = unwrapped(value);
  return value != nullptr && (value->find("value") != nullptr || value->find("type") != nullptr);
}

// In json the system name is the key of the only member; null when there is no name.
const Json* named_facts(const Json& chassis) {
  if (is_id(chassis.find("id")) || chassis.object()->size() != 1) return nullptr;
  const Json& facts = chassis.object()->front().value;  // a list would be capabilities
  return facts.object() == nullptr || facts.find("value") != nullptr ? nullptr : &facts;
}

void read_chassis(const Json* chassis, Neighbour& out) {
  chassis = unwrapped(chassis);
  if (chassis == nullptr || chassis->object() == nullptr) return;
  const Json* facts = chassis;
  if (const Json* named = named_facts(*chassis)) {
    out.system_name = chassis->object()->front().key;
    facts = named;
  } else {
    out.system_name = text_of(chassis->find("name"));
  }
  if (const Json* id = unwrapped(facts->find("id"))) {
    out.chassis_id = text_of(id->find("value"));
    out.chassis_id_type = text_of(id->find("type"));
  }
  out.system_description = text_of(facts->find("descr"));
  for (std::string& address : texts_of(facts->find("mgmt-ip")))
    if (is_management_address(address)) out.management.push_back(std::move(address));
}

void read_port(const Json* port, Neighbour& out) {
  port = unwrapped(port);
  if (port == nullptr) return;
  if (const Json* id = unwrapped(port->find("id"))) {
    out.port_id = text_of(id->find("value"));
    out.port_id_type = text_of(id->find("type"));
  }
  out.port_description = text_of(port->find("descr"));
  out.ttl_s = integer_of(port->find("ttl"));
}

class Reader {
 public:
  Reader(const Answer& answer, std::vector<Neighbour>& out, Notes& notes)
      : answer_(answer), out_(out), notes_(notes) {}

  // A list of records, one record, or records keyed by the local port.
  void interfaces(const Json& value) {
    if (const auto* list = value.array()) {
      for (const Json& item : *list) interfaces(item);
    } else if (value.object() == nullptr) {
      if (!value.is_null()) notes_.warn(value.place(answer_.from), "not a neighbour, left out");
    } else if (const Json* name = value.find("name"); name != nullptr && !text_of(name).empty()) {
      record(text_of(name), value);
    } else if (value.find("via") != nullptr && value.find("port") != nullptr) {
      notes_.warn(value.place(answer_.from), "a neighbour without its local port, left out");
    } else {
      for (const auto& member : *value.object()) keyed(member.key, member.value);
    }
  }

 private:
  void keyed(const std::string& port, const Json& value) {
    if (const auto* list = value.array()) {
      for (const Json& item : *list) keyed(port, item);
    } else if (value.object() == nullptr) {
      notes_.warn(value.place(answer_.from),
                  fmt::format("'{}' is not a neighbour, left out", printable(port)));
    } else {
      record(port, value);
    }
  }

  void record(const std::string& port, const Json& value) {
    constexpr std::array telling = {"via", "rid", "chassis", "port"};
    if (std::ranges::none_of(telling, [&](const char* k) { return value.find(k) != nullptr; }))
      return notes_.warn(value.place(answer_.from),
                         fmt::format("'{}' is not a neighbour, left out", printable(port)));
    Neighbour& one = out_.emplace_back();
    one.port = port;
    one.line = value.line;
    if (const std::string via = text_of(value.find("via")); !via.empty())
      one.protocol = lower(via).starts_with("lldp") ? "LLDP" + via.substr(4) : via;
    const std::string age = text_of(value.find("age"));
    one.age_s = parse_age(age);
    if (!age.empty() && !one.age_s)
      notes_.warn(value.place(answer_.from),
                  fmt::format("age '{}' not understood", printable(age)));
    read_chassis(value.find("chassis"), one);
    read_port(value.find("port"), one);
    if (one.system_name.empty() && one.chassis_id.empty() && one.port_id.empty()) {
      notes_.warn(
          value.place(answer_.from),
          fmt::format("neighbour on '{}' says neither who nor where it is", printable(port)));
    }
  }

  const Answer& answer_;
  std::vector<Neighbour>& out_;
  Notes& notes_;
};

bool holds_nothing(const Json& value) {
  return value.is_null() || (value.array() != nullptr && value.array()->empty()) ||
         (value.object() != nullptr && value.object()->empty());
}

// Every `interface` beneath `lldp`: json0 may give several of either, a list may stand around all.
struct Found {
  bool lldp = false;
  std::vector<const Json*> interfaces;

  void look(const Json& json) {
    if (const auto* list = json.array())
      for (const Json& one : *list) look(one);
    else if (const Json* inner = json.find("lldp"))
      inside(*inner);
    else if (const Json* bare = json.find("interface"))
      interfaces.push_back(bare);
  }

 private:
  void inside(const Json& value) {
    if (const auto* list = value.array()) {
      lldp = true;
      for (const Json& one : *list) inside(one);
    } else if (value.object() != nullptr) {
      lldp = true;
      for (const auto& member : *value.object())
        if (member.key == "interface") interfaces.push_back(&member.value);
    }
  }
};

Result<void> parse(const Answer& answer, NodeState& node, Notes& notes) {
  WEFT_TRY(const Json json, lenient_json(answer, notes));
  Found found;
  found.look(json);
  if (!found.lldp && found.interfaces.empty())
    return fail_at({answer.from, 1, 1}, "is JSON, but not of lldpctl: it has no 'lldp' object",
                   "expected the output of `lldpctl -f json`");
  std::vector<Neighbour> neighbours;
  const Json* unread = nullptr;
  for (const Json* one : found.interfaces) {
    Reader(answer, neighbours, notes).interfaces(*one);
    if (!holds_nothing(*one)) unread = one;
  }
  if (neighbours.empty() && unread != nullptr)
    return fail_at(unread->place(answer.from),
                   "none of what stands under 'interface' is a neighbour");
  node.neighbours = std::move(neighbours);
  node.neighbours_from = answer.from;
  return {};
}

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {{{"lldpctl", "-f", "json"},
                                      {"lldp", "lldpctl -f json", "lldpcli show neighbors",
                                       "lldpcli -f json show neighbors", "lldp neighbors"},
                                      true},
                                     {{"lldpctl", "-f", "json0"}, {}, true}};
  collect_first(host, requests, "LLDP neighbours", parse, node, notes);
}

}  // namespace

extern const Collector lldpctl = {"LLDP neighbours as lldpd knows them", parse, collect};

}  // namespace weft::collectors

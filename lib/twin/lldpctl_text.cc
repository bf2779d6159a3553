// `lldpctl -f json` and `-f json0`, as lldpd 1.0.16 prints them: one neighbour is an object instead
// of a list, the system name is the key of the chassis; json0 makes lists of everything.

#include <fmt/format.h>

#include "twin/host_text.h"

namespace weft {
namespace {

struct HeardEnd {
  const TwinPort* on;
  TwinEnd who;
};

std::vector<HeardEnd> all_heard(const TwinView& of) {
  std::vector<HeardEnd> out;
  for (const TwinPort& port : of.node().ports)
    if (const auto who = heard_on(of.state, of.end(port))) out.push_back({&port, *who});
  return out;
}

void id(JsonWriter& to, std::string_view type, std::string_view value) {
  to.key("id");
  to.begin_object();
  put(to, "type", type);
  put(to, "value", value);
  to.end_object();
}

void capabilities(JsonWriter& to, const TwinNode& node) {
  to.key("capability");
  to.begin_array();
  for (const std::string_view type : {"Bridge", "Router", "Station"}) {
    to.begin_object();
    put(to, "type", type);
    put(to, "enabled", (type == "Station") != node.is_switch() && type != "Bridge");
    to.end_object();
  }
  to.end_array();
}

void record(JsonWriter& to, const TwinView& of, const HeardEnd& one, std::size_t rid) {
  const TwinNode& node = of.node(one.who);
  const TwinPort& port = of.state.at(one.who);
  to.begin_object();
  put(to, "via", "LLDP");
  put(to, "rid", std::to_string(rid));
  put(to, "age", age_text(of.state.up_s));
  const std::string name = speaker_of(of, one.who);
  to.key("chassis");
  to.begin_object();
  if (!name.empty()) {
    to.key(name);
    to.begin_object();
  }
  id(to, "mac", chassis_of(of, one.who));
  put(to, "descr", node.announced_description);
  put(to, "mgmt-ip", node.management);
  capabilities(to, node);
  if (!name.empty()) to.end_object();
  to.end_object();
  to.key("port");
  to.begin_object();
  id(to, port.port_id_type, port.port_id);
  put(to, "descr", port.port_description);
  put(to, "ttl", "120");
  to.end_object();
  to.end_object();
}

std::string json_text(const TwinView& of) {
  const auto heard = all_heard(of);
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  to.key("lldp");
  to.begin_object();
  if (!heard.empty()) to.key("interface");
  if (heard.size() > 1) to.begin_array();
  for (std::size_t i = 0; i < heard.size(); ++i) {
    to.begin_object();
    to.key(heard[i].on->name);
    record(to, of, heard[i], i + 1);
    to.end_object();
  }
  if (heard.size() > 1) to.end_array();
  to.end_object();
  to.end_object();
  return out + "\n";
}

// [{"value": "x"}]
void wrapped(JsonWriter& to, std::string_view key, std::string_view value) {
  to.key(key);
  to.begin_array();
  to.begin_object();
  put(to, "value", value);
  to.end_object();
  to.end_array();
}

void id_list(JsonWriter& to, std::string_view type, std::string_view value) {
  to.key("id");
  to.begin_array();
  to.begin_object();
  put(to, "type", type);
  put(to, "value", value);
  to.end_object();
  to.end_array();
}

void record0(JsonWriter& to, const TwinView& of, const HeardEnd& one, std::size_t rid) {
  const TwinNode& node = of.node(one.who);
  const TwinPort& port = of.state.at(one.who);
  to.begin_object();
  put(to, "name", one.on->name);
  put(to, "via", "LLDP");
  put(to, "rid", std::to_string(rid));
  put(to, "age", age_text(of.state.up_s));
  to.key("chassis");
  to.begin_array();
  to.begin_object();
  id_list(to, "mac", chassis_of(of, one.who));
  if (const std::string name = speaker_of(of, one.who); !name.empty()) wrapped(to, "name", name);
  wrapped(to, "descr", node.announced_description);
  wrapped(to, "mgmt-ip", node.management);
  to.end_object();
  to.end_array();
  to.key("port");
  to.begin_array();
  to.begin_object();
  id_list(to, port.port_id_type, port.port_id);
  wrapped(to, "descr", port.port_description);
  wrapped(to, "ttl", "120");
  to.end_object();
  to.end_array();
  to.end_object();
}

std::string json0_text(const TwinView& of) {
  const auto heard = all_heard(of);
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  to.key("lldp");
  to.begin_array();
  to.begin_object();
  to.key("interface");
  to.begin_array();
  for (std::size_t i = 0; i < heard.size(); ++i) record0(to, of, heard[i], i + 1);
  to.end_array();
  to.end_object();
  to.end_array();
  to.end_object();
  return out + "\n";
}

}  // namespace

std::string lldpctl_text(const TwinView& of, bool json0) {
  return json0 ? json0_text(of) : json_text(of);
}

}  // namespace weft

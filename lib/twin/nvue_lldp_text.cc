// `nv show interface lldp-detail -o json`: a switch's neighbours as NVUE nests them. Reference
// facts 5.4.

#include "twin/host_text.h"

namespace weft {
namespace {

void neighbour(JsonWriter& to, const TwinView& of, TwinEnd who) {
  const TwinNode& node = of.node(who);
  const TwinPort& port = of.state.at(who);
  const std::string name = speaker_of(of, who);
  to.key(name.empty() ? chassis_of(of, who) : name);
  to.begin_object();
  put(to, "age", std::to_string(of.state.up_s));
  to.key("chassis");
  to.begin_object();
  put(to, "chassis-id", chassis_of(of, who));
  put(to, "management-address-ipv4", node.management);
  put(to, "system-description", node.announced_description);
  if (!name.empty()) put(to, "system-name", name);
  to.end_object();
  to.key("port");
  to.begin_object();
  put(to, "description", port.port_description);
  put(to, "name", port.port_id);
  put(to, "ttl", 120);
  put(to, "type", port.port_id_type);
  to.end_object();
  to.end_object();
}

}  // namespace

std::string nvue_lldp_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  for (const TwinPort& port : of.node().ports) {
    if (port.absent || !of.node().lldpd) continue;  // NVUE asks lldpd
    const auto who = heard_on(of.state, of.end(port));
    to.key(port.name);
    to.begin_object();
    to.key("lldp");
    to.begin_object();
    if (who) {
      to.key("neighbor");
      to.begin_object();
      neighbour(to, of, *who);
      to.end_object();
    }
    to.end_object();
    to.end_object();
  }
  to.end_object();
  return out + "\n";
}

}  // namespace weft

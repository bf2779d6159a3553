// `nv show vrf default router bgp neighbor -o json` of Cumulus Linux 5.12 and later. Reference
// facts 5.6: states in lower case, prefixes under afi-safi; uptime is an instant, which the model
// has not.

#include "base/text.h"
#include "twin/host_text.h"

namespace weft {

std::string nvue_bgp_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  for (const TwinPeer& one : peers_of(of)) {
    to.key(one.port->name);
    to.begin_object();
    to.key("afi-safi");
    to.begin_object();
    for (const std::string_view name : {"ipv4-unicast", "l2vpn-evpn"}) {
      if (name == "l2vpn-evpn" && !of.node().evpn) continue;
      to.key(name);
      to.begin_object();
      if (one.state == "Established") put(to, "pfx-rcvd", one.prefixes);
      to.end_object();
    }
    to.end_object();
    put(to, "remote-as", one.remote_as);
    if (one.state == "Idle (Admin)") put(to, "shutdown", "on");
    put(to, "state", lower(one.state.substr(0, one.state.find(' '))));
    to.end_object();
  }
  to.end_object();
  return out + "\n";
}

}  // namespace weft

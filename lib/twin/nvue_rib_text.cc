// `nv show vrf default router rib ipv4 route -o json`. Reference facts 5.6: the number of
// via-entries is the width.

#include "twin/host_text.h"
#include "twin/stable.h"

namespace weft {

std::string nvue_rib_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  for (const TwinPrefix& one : prefixes_of(of)) {
    to.key(one.prefix);
    to.begin_object();
    to.key("route-entry");
    to.begin_object();
    to.key("1");
    to.begin_object();
    put(to, "distance", 20);
    put_set(to, "flags", {"installed", "selected"});
    put(to, "metric", 0);
    put(to, "protocol", "bgp");
    to.key("via-entry");
    to.begin_object();
    for (std::size_t i = 0; i < one.ports->size(); ++i) {
      const TwinPort& port = of.node().ports[std::size_t((*one.ports)[i])];
      to.key(std::to_string(i + 1));
      to.begin_object();
      put_set(to, "flags", {"active", "fib"});
      put(to, "interface", port.name);
      put(to, "ip-address", link_local(of.state.at(port.far).mac));
      put(to, "type", "ip-address");
      put(to, "weight", 1);
      to.end_object();
    }
    to.end_object();
    to.end_object();
    to.end_object();
    to.end_object();
  }
  to.end_object();
  return out + "\n";
}

}  // namespace weft

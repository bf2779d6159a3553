// `nv show platform transceiver -o json`: what is plugged in. Reference facts 5.4.

#include "twin/host_text.h"

namespace weft {

std::string nvue_transceiver_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  for (const TwinPort& port : of.node().ports) {
    if (port.absent || port.module_serial.empty()) continue;
    to.key(port.name);
    to.begin_object();
    put(to, "cable-type", "Optical module");
    put(to, "identifier", "OSFP");
    put(to, "status", "plugged_enabled");
    put(to, "vendor-name", "NVIDIA");
    put(to, "vendor-pn", module_part(of.node()));
    put(to, "vendor-sn", port.module_serial);
    to.end_object();
  }
  to.end_object();
  return out + "\n";
}

}  // namespace weft

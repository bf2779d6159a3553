// A session that an operator shut down, or that does not come up; the link is fine.

#include <fmt/format.h>

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> configure(const FaultSite& site, const std::string& prefix) {
  const LabNode& node = *site.layout.node(site.node());
  WEFT_CHECK(node_output(
      node.name,
      {"vtysh", "-c", "configure terminal", "-c", fmt::format("router bgp {}", node.as_number),
       "-c", fmt::format("{}neighbor {} shutdown", prefix, site.port().name)}));
  return {};
}

Result<void> inject(const FaultSite& site) { return configure(site, ""); }
Result<void> heal(const FaultSite& site) { return configure(site, "no "); }

}  // namespace

extern const Fault bgp_session_down = {"A BGP session down",
                                       "The session on this port is shut down; the link is up.",
                                       "weft check routing",
                                       PlaceKind::fabric_port,
                                       1,
                                       true,
                                       inject,
                                       heal};

}  // namespace weft::faults

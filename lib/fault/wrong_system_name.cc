// A machine that was replaced and never named.

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> name(const FaultSite& site, const std::string& name) {
  WEFT_CHECK(node_output(site.node(), {"lldpcli", "configure", "system", "hostname", name}));
  return {};
}

Result<void> inject(const FaultSite& site) { return name(site, "spare-switch"); }
Result<void> heal(const FaultSite& site) { return name(site, site.node()); }

}  // namespace

extern const Fault wrong_system_name = {"A wrong system name",
                                        "The node announces itself as 'spare-switch'.",
                                        "weft check cabling",
                                        PlaceKind::node,
                                        1,
                                        true,
                                        inject,
                                        heal};

}  // namespace weft::faults

// A port that hears and does not speak: its neighbour sees nobody, traffic is fine.

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> set(const FaultSite& site, const std::string& status) {
  WEFT_CHECK(node_output(
      site.node(), {"lldpcli", "configure", "ports", site.port().name, "lldp", "status", status}));
  return {};
}

Result<void> inject(const FaultSite& site) { return set(site, "rx-only"); }
Result<void> heal(const FaultSite& site) { return set(site, "rx-and-tx"); }

}  // namespace

extern const Fault one_way_lldp = {"LLDP in one direction only",
                                   "The port sends no LLDP and still receives it.",
                                   "weft check cabling",
                                   PlaceKind::cable,
                                   1,
                                   true,
                                   inject,
                                   heal};

}  // namespace weft::faults

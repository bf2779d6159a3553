// One switch that does not mark congestion.

#include "fault/cable.h"
#include "lab/qos.h"

namespace weft::faults {
namespace {

Result<void> mark(const FaultSite& site, bool on) {
  const LabNode& node = *site.layout.node(site.node());
  return nft(node.name, ecn_rules(site.layout.options, node, on));
}

Result<void> inject(const FaultSite& site) { return mark(site, false); }
Result<void> heal(const FaultSite& site) { return mark(site, true); }

}  // namespace

extern const Fault ecn_off = {"ECN off on one switch",
                              "The switch marks no packet, whatever its queues.",
                              "weft check qos",
                              PlaceKind::any_switch,
                              1,
                              false,
                              inject,
                              heal};

}  // namespace weft::faults

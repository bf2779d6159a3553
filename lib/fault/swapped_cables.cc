// Two cables exchanged at their far ends: each port hears the other's neighbour. BGP without
// addresses comes up all the same, so only the plan tells.

#include "fault/cable.h"

namespace weft::faults {
namespace {

Port far_of(const FaultSite& site, const Port& port) {
  return site.layout.node(port.node)->port(port.name)->far;
}

Result<void> inject(const FaultSite& site) {
  const Port &a = site.places[0], &b = site.places[1];
  const Port far_a = far_of(site, a), far_b = far_of(site, b);
  WEFT_CHECK(unplug(site, a));
  WEFT_CHECK(unplug(site, b));
  WEFT_CHECK(plug(site, a, far_b));
  return plug(site, b, far_a);
}

Result<void> heal(const FaultSite& site) {
  for (const Port& port : site.places) WEFT_CHECK(unplug(site, port));
  for (const Port& port : site.places) WEFT_CHECK(plug(site, port, far_of(site, port)));
  return {};
}

}  // namespace

extern const Fault swapped_cables = {"Two cables exchanged",
                                     "The cables at both ports are exchanged at their far ends.",
                                     "weft check cabling",
                                     PlaceKind::fabric_port,
                                     2,
                                     false,
                                     inject,
                                     heal};

}  // namespace weft::faults

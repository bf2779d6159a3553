// A cable pulled at the patch panel: both ports are there and enabled, neither has carrier.

#include "fault/cable.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) {
  WEFT_CHECK(unplug(site, site.port()));
  WEFT_CHECK(leave_open(site, site.port()));
  return leave_open(site, site.far());
}

Result<void> heal(const FaultSite& site) {
  WEFT_CHECK(remove_port(site.port()));
  WEFT_CHECK(remove_port(site.far()));
  return plug(site, site.port(), site.far());
}

}  // namespace

extern const Fault pulled_cable = {"A cable pulled at the patch panel",
                                   "Both ends stay enabled and lose carrier.",
                                   "weft check cabling",
                                   PlaceKind::cable,
                                   1,
                                   false,
                                   inject,
                                   heal};

}  // namespace weft::faults

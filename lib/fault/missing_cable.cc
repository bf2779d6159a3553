// A cable that was never there: neither end has an interface, as a cage without a module on many
// systems.

#include "fault/cable.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) { return unplug(site, site.port()); }
Result<void> heal(const FaultSite& site) { return plug(site, site.port(), site.far()); }

}  // namespace

extern const Fault missing_cable = {"A cable that was never put in",
                                    "Both ends are gone: there is no interface.",
                                    "weft check cabling",
                                    PlaceKind::cable,
                                    1,
                                    false,
                                    inject,
                                    heal};

}  // namespace weft::faults

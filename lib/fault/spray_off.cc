// One switch that sends each flow one way while the others spray.

#include "fault/fault.h"
#include "lab/spray_watch.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) { return set_spray(site.node(), false); }
Result<void> heal(const FaultSite& site) { return set_spray(site.node(), true); }

}  // namespace

extern const Fault spray_off = {"Spraying off on one switch",
                                "The switch sends each flow by its hash, the others spray.",
                                "weft check qos",
                                PlaceKind::any_switch,
                                1,
                                false,
                                inject,
                                heal,
                                true};

}  // namespace weft::faults

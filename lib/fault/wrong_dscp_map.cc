// One switch that puts RoCE's DSCP among all other traffic.

#include "fault/cable.h"
#include "lab/qos.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) { return nft(site.node(), dscp_rules(0)); }
Result<void> heal(const FaultSite& site) { return nft(site.node(), dscp_rules(roce_priority)); }

}  // namespace

extern const Fault wrong_dscp_map = {"A wrong DSCP map on one switch",
                                     "DSCP 26 goes to priority 0 on this switch.",
                                     "weft check qos",
                                     PlaceKind::any_switch,
                                     1,
                                     false,
                                     inject,
                                     heal};

}  // namespace weft::faults

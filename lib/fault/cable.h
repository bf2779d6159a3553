// Cables taken out and put in again. A cable is a pair of devices that see each other's state, so
// each change makes them anew: moved ones keep an index that lldpd then takes for the old port.
#pragma once

#include "fault/fault.h"

namespace weft {

Result<void> unplug(const FaultSite& site, const Port& port);  // both ends are gone
Result<void> plug(const FaultSite& site, const Port& a, const Port& b);

// The port is there and enabled, and has no carrier.
Result<void> leave_open(const FaultSite& site, const Port& port);
Result<void> remove_port(const Port& port);

// Runs nft's text on a node.
Result<void> nft(const std::string& node, const std::string& text);

}  // namespace weft

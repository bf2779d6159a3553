// The map of interfaces that NVUE prints, whichever view and release: shared by the nvue
// collectors.
#pragma once

#include "observe/observe.h"

namespace weft {

// Interfaces and, where any has an lldp level, neighbours. Neighbours known already are kept.
Result<void> parse_nvue_interfaces(const Answer& answer, NodeState& node, Notes& notes);

}  // namespace weft

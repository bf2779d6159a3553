// Which class a packet is in at a node, and what that class is promised there: pauses instead of
// drops, marks when a queue grows. Facts: Cumulus Linux RoCE defaults (reference facts 5.1), NICs
// that trust DSCP.
#pragma once

#include "twin/state.h"

namespace weft {

// Switch priority, on a host 802.1p priority.
std::size_t priority_at(const TwinNode& node, std::int64_t dscp);

bool is_roce(const TwinState& state, const TwinNode& node, std::int64_t dscp);

// What comes over the cable from `sender` can be held back there: the far end counts it as RoCE,
// and PFC of that class is on at both ends.
bool can_pause(const TwinState& state, TwinEnd sender, std::int64_t dscp);

// A queue that grows at this node is told by ECN: its threshold is below what a queue reaches.
bool marks(const TwinNode& node);

}  // namespace weft

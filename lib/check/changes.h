// What neighbours changed between two snapshots, with or without a plan.
#pragma once

#include <vector>

#include "model/snapshot.h"

namespace weft {

// A finding for each port whose neighbour was lost (fail), replaced (fail) or is new (warn), and
// for each node that only one of the two could read (unknown). Nodes that `before` does not have at
// all are left out.
std::vector<Finding> neighbour_changes(const Snapshot& before, const Snapshot& after);

}  // namespace weft

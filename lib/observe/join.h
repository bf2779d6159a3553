// One node that was read more than once: from two site folders, from a folder and a file, from two
// files of one name. What only one of them has is taken, what they agree about is said, and where
// they disagree neither counts: which one is older cannot be known.
#pragma once

#include <string>
#include <vector>

#include "observe/observe.h"

namespace weft {

// Adds what `from` has. Ports about which the two disagree keep the records of both and are listed
// in `contested`; other values that differ are dropped, each with a gap that gives both.
void join_node(NodeState& to, NodeState from, Notes& notes);

// Joins nodes that are one: the same name in any case, or a name with and one without its domain
// where only one fits. `names`: how the plan calls them.
void join_nodes(Snapshot& seen, const std::vector<std::string>& names);

}  // namespace weft

// A node that is off fails in many ways at once: every cable, every session and every file of it.
// Whoever is called at night needs one finding, and it must come first.
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/plan.h"

namespace weft {

// Findings about nodes that are silent as a whole ("silent_node") go to the front, and findings
// that are only about such a node, or a port whose cable leads there, become its evidence.
void fold_whole_nodes(const Plan& plan, std::vector<Finding>& findings);

}  // namespace weft

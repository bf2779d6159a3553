// The built part of a plan: --only pod1,rail3 leaves out what is not there yet.
#pragma once

#include <string_view>

#include "base/result.h"
#include "model/plan.h"

namespace weft {

// `words`: pods, rails, racks and nodes, by comma: "pod1", "rail3", "rack:A01", "pod:east",
// "leaf-su00-r0". Words of one kind add up, kinds narrow each other down: "pod1,pod2,rail3" is rail
// 3 of both pods. A link stays when both its ends are in the chosen pods and racks, an end is a
// chosen node, and its rail is chosen (links without a rail, between switches, stay when only rails
// of theirs are chosen). Error: a word that names nothing in the plan, with what there is.
Result<Plan> only(const Plan& plan, std::string_view words);

}  // namespace weft

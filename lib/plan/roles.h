// Roles of nodes that the file does not tell, from their names, ports and links; marked as guessed.
#pragma once

#include "plan/plan.h"

namespace weft {

// Fills `role` (with role_guessed) where it is unknown, `rail` of a leaf and `pod` where a name
// says it in words ("rail3", "pod2"). Says in a note how many were guessed from what. A note only:
// what remains unknown stays unknown.
void guess_roles(PlanRead& read);

// By name alone: "su1-leaf03", "hgx-07", "superspine-g0-s1", "patch-4"; unknown when it says
// nothing.
Role role_of_name(std::string_view name);

}  // namespace weft

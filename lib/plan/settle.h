// What every plan needs once it is read, whatever its format: cables joined where they meet at a
// patch panel, a cable listed twice made one, and ports that two cables claim marked.
#pragma once

#include "plan/plan.h"

namespace weft {

// Panels first (they make far ends known), then repeats, then disputes. Says in `read` what it did.
void settle(PlanRead& read);

}  // namespace weft

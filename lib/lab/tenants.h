// Walls between the tenants of a plan, on paper: no switch forwards from one to another. Pure.
//
// Real fabrics do it with a VRF per tenant; not every kernel has them, so here it is a filter.
#pragma once

#include <string>

#include "lab/layout.h"

namespace weft {

// For `nft -f -` on every switch; "" when the plan has no two tenants.
std::string tenant_table(const LabLayout& layout);
std::string no_tenant_table();

}  // namespace weft

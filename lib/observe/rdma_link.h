// `rdma link -j`: the RDMA devices of a machine and their interfaces, where sysfs cannot be read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/rdma.h"

namespace weft {

// A device without an interface has one that is not told: in another namespace or below a bond.
Result<std::vector<RdmaPort>> parse_rdma_link(std::string_view text, const std::string& from);

}  // namespace weft

// `nvidia-smi topo -m`: which NIC is near which GPU.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/gpu_topology.h"

namespace weft {

// Error: there is no table in it.
Result<GpuTopology> parse_gpu_topology(std::string_view text, const std::string& from);

struct NearNic {
  std::string device;  // "mlx5_0"; the column's name where the legend does not say
  std::string way;     // "PIX"
};

// The NICs of a GPU, the nearest first; equally near ones in the table's order. Those across the
// whole machine (SYS) are left out while a nearer one is there.
std::vector<NearNic> nics_of(const GpuTopology& topology, std::string_view gpu);

}  // namespace weft

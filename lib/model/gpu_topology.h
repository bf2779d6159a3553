// How near the GPUs and NICs of a host are to each other, as `nvidia-smi topo -m` tells it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"

namespace weft {

struct TopologyPart {
  std::string name;                       // "GPU0", "NIC0"
  std::string device;                     // "mlx5_0" of a NIC, where the legend says so
  std::optional<std::int64_t> numa_node;  // of a GPU
  std::vector<std::string> ways;          // to each part, in their order: "PIX", "NV18", "X"

  static constexpr auto fields() {
    return std::tuple{
        field("name", &TopologyPart::name), defaulted("device", &TopologyPart::device),
        field("numa_node", &TopologyPart::numa_node), defaulted("ways", &TopologyPart::ways)};
  }
};

struct GpuTopology {
  std::vector<TopologyPart> parts;

  static constexpr auto fields() { return std::tuple{field("parts", &GpuTopology::parts)}; }
};

}  // namespace weft

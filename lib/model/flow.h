// Who sends to whom, at once, in which order.
#pragma once

#include <cstdint>
#include <vector>

namespace weft {

// Indexes into the members of the step, from 0.
struct Flow {
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  auto operator<=>(const Flow&) const = default;
};

struct Round {
  std::vector<Flow> flows;
};

}  // namespace weft

// Which spare cable serves which link that has none, when each choice has its price.
#pragma once

#include <cstdint>
#include <vector>

namespace weft {

// For each row its column, -1 for none; as many as there are of the fewer are matched, for the
// least sum. The Hungarian method (shortest augmenting paths), rows^2 x columns at worst.
std::vector<std::int32_t> cheapest_match(const std::vector<std::vector<std::int64_t>>& prices);

}  // namespace weft

// See qos.h.

#include "twin/qos.h"

#include <algorithm>

namespace weft {
namespace {

// What congestion control lets a queue grow to, many times over; a switch shares 160 MB.
constexpr Bytes deepest_queue{16 << 20};

}  // namespace

std::size_t priority_at(const TwinNode& node, std::int64_t dscp) {
  return node.trust_dscp ? node.dscp_priority[std::size_t(dscp) % 64] : 0;
}

bool is_roce(const TwinState& state, const TwinNode& node, std::int64_t dscp) {
  return std::int64_t(priority_at(node, dscp)) == state.roce_priority;
}

bool can_pause(const TwinState& state, TwinEnd sender, std::int64_t dscp) {
  const TwinPort& from = state.at(sender);
  if (!from.far.there()) return false;
  if (!is_roce(state, state.nodes[std::size_t(from.far.node)], dscp)) return false;
  const auto pauses = [&](const TwinPort& port) {
    return std::ranges::count(port.pfc, state.roce_priority) > 0;
  };
  return pauses(from) && pauses(state.at(from.far));
}

bool marks(const TwinNode& node) { return node.is_switch() && node.ecn_min < deepest_queue; }

}  // namespace weft

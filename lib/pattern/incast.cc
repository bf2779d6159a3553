// Incast: all others send to one target at once; every member is the target in turn. The sharing of
// the target's link is the point.

#include "pattern/pattern.h"

namespace weft::patterns {

static std::uint64_t rounds(const PatternShape& s) { return s.members < 2 ? 0 : s.members; }

static std::uint64_t flows(const PatternShape& s) {
  return s.members < 2 ? 0 : std::uint64_t{s.members} * (s.members - 1);
}

static Round round(const PatternShape& s, std::uint64_t index) {
  Round out;
  const auto target = static_cast<std::uint32_t>(index);
  for (std::uint32_t i = 0; i < s.members; ++i)
    if (i != target) out.flows.push_back({i, target});
  return out;
}

extern const PatternSpec incast = {
    "Incast",
    "All others send to one target, each member the target in turn: shows whether congestion "
    "control shares the target's link fairly.",
    rounds,
    flows,
    round,
    false};

}  // namespace weft::patterns

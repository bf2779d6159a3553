// A ring: every member sends to the next one, all at once; with duplex to the one before it too, as
// ring collectives do with two rings. One round.

#include "pattern/pattern.h"

namespace weft::patterns {

static std::uint64_t rounds(const PatternShape& s) { return s.members < 2 ? 0 : 1; }

static std::uint64_t flows(const PatternShape& s) {
  if (s.members < 2) return 0;
  return std::uint64_t{s.members} * (s.duplex && s.members > 2 ? 2 : 1);
}

static Round round(const PatternShape& s, std::uint64_t) {
  Round out;
  for (std::uint32_t i = 0; i < s.members; ++i) {
    const std::uint32_t next = (i + 1) % s.members;
    out.flows.push_back({i, next});
    if (s.duplex && s.members > 2) out.flows.push_back({next, i});
  }
  return out;
}

extern const PatternSpec ring = {
    "Ring",
    "Every member sends to its neighbours at once: the load of a ring collective, all links busy.",
    rounds,
    flows,
    round,
    false};

}  // namespace weft::patterns

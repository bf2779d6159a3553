// All pairs by the circle method: one member stands still, the others move round it. With n members
// (a ghost is added when n is odd) there are n-1 rounds of n/2 disjoint pairs, and every pair meets
// exactly once. With duplex both directions run at once; without, each round is run once each way.

#include "pattern/pattern.h"

namespace weft::patterns {

static std::uint64_t circle_rounds(const PatternShape& s) {
  if (s.members < 2) return 0;
  return s.members % 2 == 0 ? s.members - 1 : s.members;
}

static std::uint64_t rounds(const PatternShape& s) { return circle_rounds(s) * (s.duplex ? 1 : 2); }

static std::uint64_t flows(const PatternShape& s) {
  return s.members < 2 ? 0 : std::uint64_t{s.members} * (s.members - 1);
}

static Round round(const PatternShape& s, std::uint64_t index) {
  const std::uint64_t n = circle_rounds(s);
  const std::uint64_t turn = s.duplex ? index : index / 2;
  const bool reverse = !s.duplex && index % 2 == 1;
  Round out;
  out.flows.reserve(s.members);
  const auto add = [&](std::uint64_t a, std::uint64_t b) {
    if (a >= s.members || b >= s.members) return;  // the ghost
    const Flow flow{static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)};
    if (!reverse) out.flows.push_back(flow);
    if (reverse || s.duplex) out.flows.push_back({flow.target, flow.source});
  };
  add(turn % n, n);
  for (std::uint64_t i = 1; i <= (n - 1) / 2; ++i) add((turn + i) % n, (turn + n - i) % n);
  return out;
}

extern const PatternSpec pairs = {"All pairs",
                                  "Every member with every other one, in rounds of disjoint pairs "
                                  "(circle method). Finds the slow "
                                  "pair, and by its partners the slow member.",
                                  rounds, flows, round};

}  // namespace weft::patterns

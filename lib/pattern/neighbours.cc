// Members 2n and 2n+1 send to each other, all couples at once. With two workers on each NIC that is
// every NIC's loopback: what the host alone can do, without a fabric. One round, two when not
// duplex.

#include "pattern/pattern.h"

namespace weft::patterns {

static std::uint64_t rounds(const PatternShape& s) {
  if (s.members < 2) return 0;
  return s.duplex ? 1 : 2;
}

static std::uint64_t flows(const PatternShape& s) { return s.members / 2 * std::uint64_t{2}; }

static Round round(const PatternShape& s, std::uint64_t index) {
  Round out;
  for (std::uint32_t i = 0; i + 1 < s.members; i += 2) {
    if (s.duplex || index == 0) out.flows.push_back({i, i + 1});
    if (s.duplex || index == 1) out.flows.push_back({i + 1, i});
  }
  return out;
}

extern const PatternSpec neighbours = {
    "Neighbours", "Members two and two, both ways: with two workers on a NIC, its loopback.",
    rounds, flows, round};

}  // namespace weft::patterns

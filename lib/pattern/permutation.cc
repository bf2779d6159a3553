// Random permutations without fixed points: in each round every member sends to one other and
// receives from one other. 2*ceil(log2 n) rounds, so that the cost grows with the logarithm of the
// fleet; what large fleets run in place of all pairs. A seeded single cycle (Sattolo's algorithm:
// Fisher-Yates that never leaves an element in place).

#include <bit>
#include <numeric>
#include <vector>

#include "pattern/pattern.h"

namespace weft::patterns {

// splitmix64, public domain constants by Sebastiano Vigna.
static std::uint64_t next(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

static std::uint64_t rounds(const PatternShape& s) {
  return s.members < 2 ? 0 : 2 * std::uint64_t(std::bit_width(s.members - 1));
}

static std::uint64_t flows(const PatternShape& s) { return rounds(s) * s.members; }

static Round round(const PatternShape& s, std::uint64_t index) {
  std::uint64_t state = s.seed ^ (index + 1) * 0xD1B54A32D192ED03u;
  std::vector<std::uint32_t> to(s.members);
  std::iota(to.begin(), to.end(), 0u);
  for (std::uint32_t i = s.members; i-- > 1;) std::swap(to[i], to[next(state) % i]);
  Round out;
  out.flows.reserve(s.members);
  for (std::uint32_t i = 0; i < s.members; ++i) out.flows.push_back({i, to[i]});
  return out;
}

extern const PatternSpec permutation = {
    "Random permutations",
    "Every member sends to one other at once, 2 log2(n) times with another partner: covers a large "
    "fleet in few rounds, and shows collisions of hashed flows.",
    rounds,
    flows,
    round,
    false};

}  // namespace weft::patterns

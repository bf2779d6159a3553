// What all collectives share as patterns: one round a size, in which everybody takes part. A flow
// from a member to itself stands for that member's part in it.
#pragma once

#include "pattern/pattern.h"

namespace weft::patterns {

inline std::uint64_t once(const PatternShape& s) { return s.members < 2 ? 0 : 1; }

inline std::uint64_t a_part_each(const PatternShape& s) { return s.members < 2 ? 0 : s.members; }

inline Round everybody(const PatternShape& s, std::uint64_t) {
  Round out;
  for (std::uint32_t i = 0; i < s.members; ++i) out.flows.push_back({i, i});
  return out;
}

constexpr PatternSpec collective(Collective what, std::string_view title, std::string_view about) {
  return {title, about, once, a_part_each, everybody, false, what};
}

}  // namespace weft::patterns

// Traffic patterns as values: who sends to whom, round by round, never stored as a whole schedule.
//
// Members are numbered 0..n-1 in the order of the step's selection. In a round no member is the
// source of two flows or the target of two, unless sharing is the point (incast). Collectives are
// rows too: what crosses which link is the library's choice there, so that a flow from a member to
// itself stands for its part.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/table.h"
#include "model/collective.h"
#include "model/flow.h"

namespace weft {

struct PatternShape {
  std::uint32_t members = 0;
  bool duplex = false;     // both directions of a pair in the same round
  std::uint64_t seed = 1;  // random patterns only
};

struct PatternSpec {
  std::string_view title;
  std::string_view about;
  std::uint64_t (*rounds)(const PatternShape&);
  std::uint64_t (*flows)(const PatternShape&);  // over all rounds, without making them
  Round (*round)(const PatternShape&, std::uint64_t index);
  bool one_flow_each = true;  // a member is in at most one pair a round: latency can be measured
  std::optional<Collective> collective = {};  // not messages between pairs but one call by all
};

namespace patterns {
std::span<const Row<PatternSpec>> all();
}

Result<const PatternSpec*> find_pattern(std::string_view id);

}  // namespace weft

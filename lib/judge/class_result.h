// All flows of one size and class with their states, and the words that a judgement says about
// them.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "judge/assess.h"

namespace weft {

struct ClassResult {
  Metric metric = Metric::bandwidth;
  bool between = false;
  bool shares_cores = false;  // of the fabric: the host speaks in the numbers
  std::vector<const FlowResult*> flows;
  std::vector<FlowState> states;          // of each flow
  std::array<std::int64_t, 13> counts{};  // of flows by FlowState
  PeerLimit peers;
  double loss = 0;                // loss_limit
  std::optional<LinkLimit> link;  // of the slowest link that binds, else of any
  std::int64_t bound = 0;         // flows measured that a link binds

  std::int64_t count(FlowState state) const { return counts[static_cast<std::size_t>(state)]; }
};

Outlier outlier_of(const Layout& layout, const ClassResult& result, std::size_t index);
Baseline baseline_of(const ClassResult& result, const Step& step);

struct Opinion {
  Verdict verdict = Verdict::unknown;
  std::string why;
};
// `cut_short`: the step ended early and nobody knows which flows are missing; `reason` says why.
Opinion opinion_of(const ClassResult& result, const std::string& reason, bool cut_short);

}  // namespace weft

// A step as it will be run on those who take part: the pattern that fits their number, the sizes
// that fit their links, and how long it will take.
#pragma once

#include <optional>
#include <string>

#include "model/layout.h"
#include "suite/suite.h"

namespace weft {

// Those who take part, as far as it matters for time.
struct Fleet {
  std::uint32_t members = 0;
  std::optional<BitRate> slowest_link = {};  // of those that are known
};
Fleet fleet_of(const Layout& layout);

// Large fleets run permutations in place of all pairs. On a slow link rounds are stretched until
// every flow can show enough windows to be judged; sizes that need still more are left out. The
// note says so.
struct PlannedStep {
  Step step;
  std::string note;
  std::uint64_t rounds = 0;  // over all sizes
  std::uint64_t flows = 0;   // over all sizes
  Nanos time{0};             // estimated
};
PlannedStep plan_step(const Step& step, const Fleet& fleet, std::uint64_t seed);

// The suite's rounds made shorter, where its time budget asks for it.
void keep_budget(Suite& suite, const Fleet& fleet);

}  // namespace weft

// A collective step on the twin: what every member would have timed of each call, made from the
// time that its rounds take (twin/collective.h), with a little noise by seed.
#pragma once

#include <span>
#include <vector>

#include "model/sample.h"
#include "model/step.h"
#include "twin/traffic.h"

namespace weft {

struct CollectiveCast {
  std::span<const std::uint32_t> endpoints;  // by member
  std::span<const TwinNic> nics;             // by member
};

// Of one size: a sample a member and one a member and call (model/sample.h). Nothing is checked: no
// data was moved. Error: the twin does not play this collective, or it does not come to its end.
Result<std::vector<Sample>> collective_samples(TwinTraffic& traffic, const Step& step, Bytes size,
                                               const CollectiveCast& cast, double noise,
                                               std::uint64_t seed);

}  // namespace weft

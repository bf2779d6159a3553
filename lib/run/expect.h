// What a suite should measure on a plan's fabric when nothing is broken: the suite is run on the
// twin, once with adaptive routing and once with hashing, for several seeds of hashes, source ports
// and random patterns.
#pragma once

#include <functional>

#include "model/expectation.h"
#include "model/plan.h"
#include "suite/suite.h"

namespace weft {

struct ExpectRequest {
  Plan plan;
  Suite suite;
  std::size_t seeds = 5;  // 1, 2, ...
};

// `done` is told now and then how many of how many passes over the suite are done. Error: the
// plan has fewer than two NICs.
Result<Expectations> expect_on_twin(const ExpectRequest& request,
                                    const std::function<void(std::size_t, std::size_t)>& done);

}  // namespace weft

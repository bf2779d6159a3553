// Samples put together by flow: what the rest of the judge looks at. Sorted by counting, without
// text and without maps, because one size of all pairs of 1,024 endpoints is a million flows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/judge.h"

namespace weft {

// One flow at one size. Values in the unit of the step's metric: bit/s, or ns (half round trip).
struct FlowResult {
  Flow flow;
  bool between = false;       // between two hosts
  bool measured = false;      // beside others, as the pattern wants it
  bool failed = false;        // some sample says that it did not work
  std::uint32_t windows = 0;
  std::uint32_t sharing = 1;  // flows between hosts that used the busier end's device at once
  double value = 0, low = 0, high = 0, worst_window = 0;
  bool tried_alone = false;
  std::optional<double> alone;  // measured again; nothing where that failed
  double alone_low = 0, alone_high = 0;
  std::int64_t p99_ns = 0, p999_ns = 0, max_ns = 0;
  std::int64_t checked_bytes = 0, wrong_bytes = 0;
};

// Numbers for what the layout says in text. `device` is one number for all endpoints that share one
// device of one host; an endpoint whose device is not known is taken to have its own.
struct Places {
  std::vector<std::uint32_t> host, device;
  bool between(const Flow& flow) const { return host[flow.source] != host[flow.target]; }
};
Places places_of(const Layout& layout);

// The samples of each size. `strays`: those that name no endpoint or no size, or hold no number.
struct SampleIndex {
  std::vector<std::vector<const Sample*>> sizes;
  std::int64_t strays = 0;
};
SampleIndex index_samples(const Layout& layout, const StepEvidence& evidence);

// Ascending by source and target: every flow that was measured or should have been.
std::vector<FlowResult> results_of(const Places& places, Metric metric,
                                   std::vector<const Sample*> samples,
                                   std::span<const Flow> expected);

}  // namespace weft

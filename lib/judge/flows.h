// Samples put together by flow: what the rest of the judge looks at. Sorted by counting, without
// text and without maps, because one size of all pairs of 1,024 endpoints is a million flows.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/judge.h"
#include "model/packet_tally.h"

namespace weft {

// An interval that holds its value: what a sample says where it makes sense, else the value alone.
struct Range {
  double low = 0, high = 0;
};
Range range_of(const Sample& sample);
PacketTally packets_of(const Sample& sample);  // empty where packets were not seen

// One flow at one size. Values in the unit of the step's metric: bit/s, or ns (half round trip).
// Small, because the page faults of a million of these are what judging costs.
struct FlowResult {
  Flow flow;
  bool between = false;  // between two hosts
  bool failed = false;   // some sample says that it did not work
  std::uint16_t tries_alone = 0;
  std::uint32_t windows = 0;
  std::uint32_t sharing = 1;  // flows between hosts at once on the busier end's device
  double value = 0;
  Range range;
  double worst_window = 0;
  std::int64_t checked_bytes = 0, wrong_bytes = 0;
  PacketTally packets;            // beside others
  const Sample* tail = nullptr;   // beside others, as the pattern wants it; the one with the worst
                                  // 99th percentile; null where it was not measured
  const Sample* alone = nullptr;  // measured again, the best try; null where all failed

  bool measured() const { return tail != nullptr; }
};

// Numbers for what the layout says in text. `device` is one number for all endpoints that share one
// device of one host; an endpoint whose device is not known is taken to have its own.
struct Places {
  std::vector<std::uint32_t> host, device;
  bool between(const Flow& flow) const { return host[flow.source] != host[flow.target]; }
};
Places places_of(const Layout& layout);

// The samples of each size. `strays`: those that name no endpoint or no size, or hold no number.
struct SampleAt {
  Flow flow;  // copied, so that sorting need not follow the pointer
  const Sample* sample = nullptr;
};
struct SampleIndex {
  std::vector<std::vector<SampleAt>> sizes;
  std::int64_t strays = 0;
};
SampleIndex index_samples(const Layout& layout, const StepEvidence& evidence);

// Ascending by source and target: every flow that was measured or should have been. `sharing` is
// counted only when asked for.
std::vector<FlowResult> results_of(const Places& places, Metric metric,
                                   std::vector<SampleAt> samples, std::span<const Flow> expected,
                                   bool count_sharing);

}  // namespace weft

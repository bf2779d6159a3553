// A sample: what the worker says about one flow in one round. Fixed size, nothing derived that the
// judge could derive; kept in binary columns (lib/run/sample_file.h).
#pragma once

#include <cstdint>

namespace weft {

struct Sample {
  std::uint32_t source = 0, target = 0;  // endpoints of the layout
  std::uint32_t round = 0;
  std::uint32_t size_index = 0;  // into Step::sizes
  std::uint32_t windows = 0;     // repeats inside the round, each a time window
  std::uint32_t flags = 0;       // sample_flag
  std::int64_t bytes = 0;        // payload moved in all windows
  std::int64_t elapsed_ns = 0;   // sum over the windows
  double median = 0;             // over windows: bit/s; latency: ns, half round trip
  double low = 0, high = 0;      // 95 % interval of the median, distribution-free
  double worst_window = 0;       // lowest bit/s, or the highest window median in ns
  std::int64_t messages = 0;
  // Latency: half a round trip of a message. Bandwidth, where the transport sees packets: the whole
  // round trip of a packet under load. Else 0.
  std::int64_t p50_ns = 0, p99_ns = 0, p999_ns = 0, max_ns = 0;
  std::int64_t checked_bytes = 0, wrong_bytes = 0;  // payload verified afterwards
  // Where the transport sees packets (UDP), else all 0: sent by the source in this round, repeats
  // included; of them lost (and of those, at most so many by the target's own socket), overtaken by
  // a later one, with a congestion mark (CE), with another DSCP than they were sent with.
  std::int64_t packets = 0, lost = 0, overflowed = 0, reordered = 0, marked = 0, remarked = 0;

  // A collective has for each member one sample from it to itself, over all of its calls, and one a
  // call with the flag `iteration`, of which `round` is the number.

  bool operator==(const Sample&) const = default;
};

namespace sample_flag {
constexpr std::uint32_t alone = 1;      // measured again with nothing else running
constexpr std::uint32_t iteration = 4;  // of a collective: one call as one member timed it
constexpr std::uint32_t failed = 2;     // the flow did not work; nothing in it is a measurement
}  // namespace sample_flag

}  // namespace weft

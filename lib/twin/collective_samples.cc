// See collective_samples.h.

#include "twin/collective_samples.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "twin/collective.h"
#include "twin/stable.h"

namespace weft {
namespace {

constexpr std::uint32_t calls = 12;

double normal(std::uint64_t& random) {
  const auto uniform = [&] { return static_cast<double>(stable_random(random) >> 11) * 0x1p-53; };
  return (uniform() + uniform() + uniform() + uniform() - 2) * std::sqrt(3.0);
}

struct Numbers {
  double bits = 0;  // that the bus carries in a call
  Bytes size;
};

Sample call_sample(const Numbers& numbers, std::uint32_t endpoint, std::uint32_t call,
                   std::int64_t ns) {
  Sample out;
  out.source = out.target = endpoint;
  out.flags = sample_flag::iteration;
  out.round = call;
  out.windows = 1;
  out.messages = 1;
  out.bytes = numbers.size.count;
  out.elapsed_ns = ns;
  out.median = out.low = out.high = out.worst_window = numbers.bits / static_cast<double>(ns) * 1e9;
  return out;
}

Sample member_sample(const Numbers& numbers, std::uint32_t endpoint,
                     std::vector<std::int64_t> times) {
  std::ranges::sort(times);
  const auto rate = [&](std::int64_t ns) { return numbers.bits / static_cast<double>(ns) * 1e9; };
  Sample out;
  out.source = out.target = endpoint;
  out.windows = calls;
  out.messages = calls;
  out.bytes = calls * numbers.size.count;
  for (const std::int64_t ns : times) out.elapsed_ns += ns;
  out.p50_ns = times[calls / 2];
  out.p99_ns = out.p999_ns = out.max_ns = times.back();
  out.median = rate(out.p50_ns);
  out.low = rate(times[calls - 1 - calls / 6]);
  out.high = rate(times[calls / 6]);
  out.worst_window = rate(times.back());
  return out;
}

}  // namespace

Result<std::vector<Sample>> collective_samples(TwinTraffic& traffic, const Step& step, Bytes size,
                                               const CollectiveCast& cast, double noise,
                                               std::uint64_t seed) {
  const std::string_view algorithm = step.pattern == "all_to_all" ? "direct" : "ring";
  WEFT_TRY(const CollectiveOutcome played,
           collective_outcome(traffic, {step.pattern, algorithm, static_cast<double>(size.count),
                                        cast.nics, seed}));
  if (!played.works) return fail(fmt::format("{} does not end: {}", step.pattern, played.why));
  const Numbers numbers{played.bus_bps * played.seconds, size};
  std::vector<std::vector<std::int64_t>> times(cast.endpoints.size());
  std::vector<Sample> out;
  for (std::uint32_t call = 0; call < calls; ++call) {
    const double whole = played.seconds * 1e9 * (1 + noise * normal(seed));
    for (std::size_t member = 0; member < times.size(); ++member) {
      const double own = whole * (1 + noise / 10 * normal(seed));
      times[member].push_back(std::max<std::int64_t>(1, std::llround(own)));
      out.push_back(call_sample(numbers, cast.endpoints[member], call, times[member].back()));
    }
  }
  for (std::size_t member = 0; member < times.size(); ++member)
    out.push_back(member_sample(numbers, cast.endpoints[member], std::move(times[member])));
  return out;
}

}  // namespace weft

// See planned_step.h.

#include "run/planned_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "pattern/pattern.h"

namespace weft {
namespace {

// All pairs of more members than this would take hours and gigabytes.
constexpr std::uint32_t most_for_all_pairs = 2048;
constexpr Nanos between_rounds = std::chrono::milliseconds(2);
// Messages of a flow that make an interval: eight windows of two (lib/measure/flows.cc), and twice
// that where flows meet on the way.
constexpr double wanted_messages = 2 * 8 * 2;
// A slow link may stretch rounds so far.
constexpr std::int64_t most_stretch = 8;

// Flows that share one member's link in the pattern's first round, at most.
std::int64_t sharing(const PatternSpec& pattern, const PatternShape& shape) {
  std::vector<std::int64_t> out(shape.members), in(shape.members);
  for (const Flow& flow : pattern.round(shape, 0).flows) ++out[flow.source], ++in[flow.target];
  return std::max(*std::ranges::max_element(out), *std::ranges::max_element(in));
}

// How long every flow needs to show its windows.
Nanos time_needed(Bytes size, BitRate link, std::int64_t shared) {
  const double bits = 8.0 * static_cast<double>(size.count) * static_cast<double>(shared);
  const double ms = std::ceil(wanted_messages * bits / link.bps * 1e3);
  return std::chrono::milliseconds(static_cast<std::int64_t>(std::min(ms, 1e9)));
}

std::string pattern_note(std::uint32_t members, std::uint64_t rounds, std::uint64_t flows) {
  return fmt::format(
      "{} members: {} random permutations in place of all pairs, at most {} of the pairs", members,
      rounds, text(Ratio{static_cast<double>(flows) / members / (members - 1.0)}));
}

// Stretches rounds to what a slow link needs, and leaves out sizes that need more than that, but
// never the smallest; says so.
std::string fit_to_link(Step& step, BitRate link, std::int64_t shared) {
  const Nanos longest = step.round_time * most_stretch, planned = step.round_time;
  const Bytes smallest = *std::ranges::min_element(step.sizes);
  std::vector<Bytes> kept;
  std::vector<std::string> left_out;
  for (const Bytes size : step.sizes) {
    const Nanos needed = time_needed(size, link, shared);
    if (needed > longest && size != smallest) {
      left_out.push_back(text(size));
      continue;
    }
    kept.push_back(size);
    step.round_time = std::clamp(needed, step.round_time, longest);
  }
  step.sizes = std::move(kept);
  std::vector<std::string> notes;
  if (step.round_time > planned)
    notes.push_back(
        fmt::format("rounds of {} in place of {}", text(step.round_time), text(planned)));
  if (!left_out.empty())
    notes.push_back(join(left_out, ", ") + " left out as too long for a round");
  return notes.empty() ? "" : fmt::format("at {}: {}", text(link), join(notes, "; "));
}

}  // namespace

Fleet fleet_of(const Layout& layout) {
  Fleet fleet{static_cast<std::uint32_t>(layout.endpoints.size())};
  for (const Endpoint& endpoint : layout.endpoints)
    if (endpoint.link_rate &&
        (!fleet.slowest_link || endpoint.link_rate->bps < fleet.slowest_link->bps))
      fleet.slowest_link = endpoint.link_rate;
  return fleet;
}

PlannedStep plan_step(const Step& step, const Fleet& fleet, std::uint64_t seed) {
  PlannedStep planned{step, "", 0, 0, Nanos(0)};
  planned.step.seed = step.seed != 1 ? step.seed : seed;
  if (step.metric == Metric::latency) planned.step.duplex = false;
  if (step.pattern == "pairs" && fleet.members > most_for_all_pairs)
    planned.step.pattern = "permutation";
  const auto pattern = find_pattern(planned.step.pattern);
  if (!pattern) return planned;
  const PatternShape shape{fleet.members, planned.step.duplex, planned.step.seed};
  const std::uint64_t rounds = (*pattern)->rounds(shape), flows = (*pattern)->flows(shape);
  std::vector<std::string> notes;
  if (planned.step.pattern != step.pattern)
    notes.push_back(pattern_note(fleet.members, rounds, flows));
  if (fleet.slowest_link && rounds > 0 && step.metric == Metric::bandwidth)
    if (std::string note =
            fit_to_link(planned.step, *fleet.slowest_link, sharing(**pattern, shape));
        !note.empty())
      notes.push_back(std::move(note));
  planned.note = join(notes, "; ");
  planned.rounds = rounds * planned.step.sizes.size();
  planned.flows = flows * planned.step.sizes.size();
  planned.time = (planned.step.round_time + between_rounds) * planned.rounds;
  return planned;
}

void keep_budget(Suite& suite, const Fleet& fleet) {
  if (!suite.time_budget) return;
  Nanos wanted{0};
  for (const Step& step : suite.steps) wanted += plan_step(step, fleet, 1).time;
  if (wanted <= *suite.time_budget) return;
  const double share =
      static_cast<double>(suite.time_budget->count()) / static_cast<double>(wanted.count());
  for (Step& step : suite.steps)
    step.round_time = std::max<Nanos>(
        std::chrono::milliseconds(5),
        Nanos(static_cast<std::int64_t>(static_cast<double>(step.round_time.count()) * share)));
}

}  // namespace weft

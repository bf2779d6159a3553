// From samples to judgements, and from judgements to what a run says.
//
// A judgement is of one (step, size, class of pairs). Flows of a class are compared with their
// peers, and, where the link between two hosts is known, with what it can carry (judge/ceiling.h).
// Nothing is averaged over sizes. What was not measured is `unknown`.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/flow.h"
#include "model/judgement.h"
#include "model/layout.h"
#include "model/run.h"
#include "model/sample.h"
#include "model/step_record.h"

namespace weft {

// Limits of the judge, printed where they were used.
namespace judge_limit {
// Fewer flows of a class tell nothing about one of them.
constexpr std::size_t fewest_peers = 8;
// Iglewicz and Hoaglin, "How to Detect and Handle Outliers" (1993): modified z-score above 3.5.
constexpr double mads = 3.5;
// Nothing nearer to the median than this is called slow, however alike the peers are.
constexpr double tolerance = 0.10;
// Peers so unlike each other that half the median would not stand out cannot be compared.
constexpr double widest_floor = 0.50;
// Of the derived ceiling, to pass: NVIDIA's ngc_multinode_perf (common.sh) passes 90 % of port
// rate.
constexpr double ceiling_share = 0.90;
// More than this times the ceiling was not that link.
constexpr double ceiling_excess = 1.02;
// Smaller messages are not bound by the link. perftest's default size, at which OCI's pass line for
// pairs of nodes (384 of 400 Gb/s) is measured.
constexpr Bytes smallest_for_ceiling = 64_KiB;
// Of a flow's packets lost on the way, where the best of its peers lose none.
constexpr double loss = 0.005;
// Of a flow's packets with another DSCP than they were sent with.
constexpr double remarks = 0.01;
// Fewer packets say nothing about a share of them.
constexpr std::int64_t fewest_packets = 100;
// Outliers kept in a judgement; its `why` says how many there are.
constexpr std::size_t most_outliers = 1000;
}  // namespace judge_limit

struct StepEvidence {
  const StepRecord& record;
  std::span<const Sample> samples;  // in any order, all sizes; those measured again alone included
  // Every flow that each size of the step had to measure, as endpoints of the layout; repeated ones
  // count once. Empty: not known, and then a step that was done is taken as complete.
  std::span<const Flow> expected = {};
};

// In the order of sizes, "same host" before "between hosts"; of a collective "all members". Of a
// skipped step one judgement, with verdict skip, the reason, size 0 and no class. Samples that name
// no endpoint of the layout or no size of the step make an `unknown` of their own.
std::vector<Judgement> judge_step(const Layout& layout, const FabricInfo& fabric,
                                  const StepEvidence& evidence);

// Flows that judge_step calls slow or lossy at this size and that have been measured again alone
// fewer than `tries` times: the worst first, by turns over the endpoints, at most `limit`. Of
// several tries the best one counts. A flow that did not work at all is not among them. Two tries,
// one after the other, keep false alarms rare (tests/judge/fleets_test.cc).
std::vector<Flow> slow_flows(const Layout& layout, const StepEvidence& evidence,
                             std::uint32_t size_index, std::size_t limit = 64,
                             std::uint32_t tries = 1);

// One matrix a size, for the pattern "pairs" only: the flows' medians beside others.
std::vector<Matrix> matrices(const Layout& layout, const StepEvidence& evidence);

// Fills findings, set_aside, suspects, verdict and summary from judgements, steps and gaps.
// Findings that are already there stay and count. May be called again: what it made before is
// replaced.
void conclude(Run& run);

}  // namespace weft

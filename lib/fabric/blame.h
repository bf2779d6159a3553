// Whose fault it is when a step stands still or loses a worker. Decisions only, no sockets.
//
// Dead and silent workers are named at once. Who is alive but did not answer is one of two: the
// flow is left out, and a member is set aside only after it failed with two different partners.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fabric/fabric.h"
#include "fabric/job.h"

namespace weft {

// A worker reports four times a second; after this long without a word it is taken for frozen.
constexpr Nanos silence_limit = std::chrono::seconds(6);

enum class TroubleKind { none, lost, silent, problem, hang, ended, paused };

struct Trouble {
  TroubleKind kind = TroubleKind::none;
  std::optional<std::uint32_t> rank = {};  // of the job
  Problem problem = {};
  std::string what = {};

  // The two members of the flow that did not work, when a worker said so.
  std::optional<std::pair<std::int64_t, std::int64_t>> partner(const Assignment& a) const;
};

// A worker among `ranks` that has said nothing for `limit`; the longest silent one.
std::optional<std::uint32_t> silent_worker(const std::vector<WorkerState>& workers,
                                           const std::set<std::uint32_t>& ranks, Nanos limit);

// The rank that most others wait for, if any of them says so.
std::optional<std::uint32_t> waited_for(const std::vector<WorkerState>& workers,
                                        const Assignment& assignment);

// The cause behind several signs: what the launcher says of a killed process, then the first lost
// worker, then a silent one, then what the workers say of each other.
Trouble decide(const std::vector<Trouble>& signs, const std::vector<WorkerState>& workers,
               const std::string& launcher_output, const Assignment& assignment);

// A flow that did not answer in round `unit`: no measurement, and said so. Endpoint numbers.
Sample failed_sample(const StepRequest& request, std::uint64_t unit, std::uint32_t source,
                     std::uint32_t target);

// "killed in round 3 of pairs_bandwidth, while measuring; last heard of 0.2 s before ..."
std::string describe(const Trouble& trouble, const WorkerState& worker, const Step& step);

}  // namespace weft

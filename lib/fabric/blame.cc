// Naming the culprit; see blame.h.

#include "fabric/blame.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;

constexpr Nanos likely_silent = std::chrono::milliseconds(1500);

// Open MPI 4 and 5: "... process rank 2 with PID 0 on node x exited on signal 9 (Killed)."
std::optional<std::uint32_t> rank_ended_by_signal(std::string_view output) {
  constexpr std::string_view before = "process rank ";
  for (std::size_t at = output.find(before); at != std::string_view::npos;
       at = output.find(before, at + 1)) {
    const std::string_view rest = output.substr(at + before.size());
    const std::string_view sentence = rest.substr(0, rest.find('.'));
    const auto rank = parse_uint(rest.substr(0, rest.find_first_not_of("0123456789")));
    if (rank && sentence.find("signal") != std::string_view::npos)
      return static_cast<std::uint32_t>(*rank);
  }
  return std::nullopt;
}

const Trouble* first_of(const std::vector<Trouble>& signs, TroubleKind kind) {
  const auto it = std::ranges::find(signs, kind, &Trouble::kind);
  return it == signs.end() ? nullptr : &*it;
}

}  // namespace

std::optional<std::pair<std::int64_t, std::int64_t>> Trouble::partner(const Assignment& a) const {
  if (!rank || problem.waiting_for < 0) return std::nullopt;
  const auto members = static_cast<std::int64_t>(a.ranks.size());
  const auto it = std::ranges::find(a.ranks, static_cast<std::int64_t>(*rank));
  if (it == a.ranks.end() || problem.waiting_for >= members) return std::nullopt;
  return std::pair{static_cast<std::int64_t>(it - a.ranks.begin()), problem.waiting_for};
}

std::optional<std::uint32_t> silent_worker(const std::vector<WorkerState>& workers,
                                           const std::set<std::uint32_t>& ranks, Nanos limit) {
  std::optional<std::uint32_t> silent;
  const auto now = Steady::now();
  for (const std::uint32_t rank : ranks) {
    const WorkerState& worker = workers.at(rank);
    if (worker.lost || now - worker.heard < limit) continue;
    if (!silent || worker.heard < workers[*silent].heard) silent = rank;
  }
  return silent;
}

std::optional<std::uint32_t> waited_for(const std::vector<WorkerState>& workers,
                                        const Assignment& assignment) {
  std::map<std::int64_t, int> votes;
  for (const WorkerState& worker : workers)
    if (worker.progress.sequence == assignment.sequence && worker.progress.waiting_for >= 0)
      ++votes[worker.progress.waiting_for];
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (most == votes.end() || most->second < 2) return std::nullopt;
  const auto member = static_cast<std::size_t>(most->first);
  if (member >= assignment.ranks.size() || assignment.ranks[member] < 0) return std::nullopt;
  return static_cast<std::uint32_t>(assignment.ranks[member]);
}

Trouble decide(const std::vector<Trouble>& signs, const std::vector<WorkerState>& workers,
               const std::string& launcher_output, const Assignment& assignment) {
  if (const auto rank = rank_ended_by_signal(launcher_output); rank && *rank < workers.size())
    return {TroubleKind::lost, rank, {}, "a signal ended it"};
  if (const Trouble* lost = first_of(signs, TroubleKind::lost)) return *lost;
  std::set<std::uint32_t> ranks;
  for (const std::int64_t rank : assignment.ranks)
    if (rank >= 0) ranks.insert(static_cast<std::uint32_t>(rank));
  if (const auto silent = silent_worker(workers, ranks, likely_silent))
    return {TroubleKind::silent, silent, {}, "has been silent"};
  for (const Trouble& sign : signs)
    if (sign.kind == TroubleKind::problem && sign.partner(assignment)) return sign;
  return signs.front();
}

Sample failed_sample(const StepRequest& request, std::uint64_t unit, std::uint32_t source,
                     std::uint32_t target) {
  const auto members = static_cast<std::uint32_t>(request.members.size());
  const std::uint64_t rounds =
      std::max<std::uint64_t>(1, units_of(request.step, members) / request.step.sizes.size());
  Sample sample;
  sample.source = source;
  sample.target = target;
  sample.round = static_cast<std::uint32_t>(unit % rounds);
  sample.size_index =
      request.alone.empty() ? static_cast<std::uint32_t>(unit / rounds) : request.alone_size_index;
  sample.flags = sample_flag::failed | (request.alone.empty() ? 0 : sample_flag::alone);
  return sample;
}

std::string describe(const Trouble& trouble, const WorkerState& worker, const Step& step) {
  const Nanos ago = Steady::now() - worker.heard;
  std::string what = trouble.what;
  if (trouble.kind == TroubleKind::lost) what = "was lost (" + trouble.what + ")";
  if (trouble.kind == TroubleKind::silent) what = "fell silent (frozen, or its host is)";
  if (trouble.kind == TroubleKind::hang) what = "is waited for by the others: " + trouble.what;
  return fmt::format("worker pid {} on {} {}, in step {}, round {}, phase {}; last heard of {} ago",
                     worker.hello.pid, printable(worker.hello.host), what, step.id,
                     worker.progress.unit + 1, worker.progress.phase, text(ago));
}

}  // namespace weft

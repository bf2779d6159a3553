// One case of a suite: it is run on the faulty fabric, and what is judged of it is held against
// what the fault's file expects of a suite. See score.h.

#include <fmt/format.h>

#include <algorithm>

#include "base/temporary_folder.h"
#include "run/pipeline.h"
#include "run/score.h"
#include "twin/fabric.h"

namespace weft {
namespace {

Result<Run> run_on(const TwinState& state, const HealthyTwin& healthy, const Suite& suite) {
  WEFT_TRY(const TemporaryFolder scratch, TemporaryFolder::make("score"));
  RunRequest request;
  request.layout = twin_layout(state);
  request.seed = static_cast<std::uint64_t>(healthy.seed);
  request.fabric = "twin";
  WEFT_TRY(const RunFolder folder,
           RunFolder::create(scratch.path() / "run", request, &healthy.plan->plan));
  TwinOptions options;
  options.seed = request.seed;
  const auto fabric = make_twin(state, options);
  return run_suite(folder, suite, *fabric, Observer{});
}

// Pairs tell of hosts: their cables, and themselves.
bool is_at_host(const TwinState& state, const PlacedTwinFault& fault) {
  return std::ranges::any_of(fault.places, [&](TwinEnd place) {
    if (state.nodes[std::size_t(place.node)].is_host()) return true;
    if (place.port < 0) return false;
    const TwinEnd far = state.at(place).far;
    return far.there() && state.nodes[std::size_t(far.node)].is_host();
  });
}

bool names_any(std::string_view subject, const std::vector<std::string>& nodes) {
  return std::ranges::any_of(
      nodes, [&](const std::string& node) { return subject_names_node(subject, node); });
}

// A finding of a kind that is expected about a node that was touched; named: that node is the
// first suspect, or the finding is about it alone.
void look_at(const Run& run, const TwinFault& fault, const TouchedPlaces& touched,
             ScoredCase& out) {
  const bool suspected =
      !run.suspects.empty() && names_any(run.suspects.front().subject, touched.nodes);
  for (const Finding& one : run.findings)
    for (const TwinExpectation& wanted : fault.suite) {
      if (one.check != wanted.check || !is_verdict(one.verdict, wanted.verdict)) continue;
      if (!names_any(one.subject, touched.nodes)) continue;
      out.found = true;
      out.named |= suspected || one.check == "set_aside";
    }
  for (const Suspect& one : run.suspects)
    if (!names_any(one.subject, touched.nodes))
      out.blamed.push_back(fmt::format("suspect {}: {}", one.subject,
                                       one.evidence.empty() ? "" : one.evidence.front()));
}

}  // namespace

ScoredCase score_fault(const HealthyTwin& healthy, const PlacedTwinFault& fault,
                       const Suite& suite) {
  ScoredCase out = case_of(healthy, fault);
  out.later = fault.fault->suite.empty() || !is_at_host(healthy.state, fault);
  const TwinState faulty = with_fault(healthy.state, fault);
  const auto run = run_on(faulty, healthy, suite);
  if (run)
    look_at(*run, *fault.fault, touched_by(healthy.state, faulty), out);
  else
    out.blamed.push_back(run.error().text());
  out.missed = !out.found;
  return out;
}

ScoredCase score_clean(const HealthyTwin& healthy, const Suite& suite) {
  ScoredCase out;
  out.plan = healthy.plan->name;
  out.seed = healthy.seed;
  const auto run = run_on(healthy.state, healthy, suite);
  if (!run) {
    out.alarms.push_back(run.error().text());
  } else {
    if (run->verdict != Verdict::pass) out.alarms.push_back(run->summary);
    for (const Suspect& one : run->suspects) out.alarms.push_back("suspect " + one.subject);
  }
  return out;
}

}  // namespace weft

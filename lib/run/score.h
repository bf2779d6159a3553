// Scoring: every kind of fault, in places at every kind of end, on several plans, through the very
// pipeline that a site goes through: the twin's nodes are collected, checked, and what is found is
// held against what the fault's own file expects. Healthy fabrics are scored for false alarms.
//
// Places are chosen by seeds that are not used while Weft is written (those begin at 1).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/plan.h"
#include "model/score.h"
#include "model/snapshot.h"
#include "suite/suite.h"
#include "twin_fault/twin_fault.h"

namespace weft {

constexpr std::int64_t first_scoring_seed = 7001;

struct ScoringPlan {
  std::string name;
  Plan plan;
};

struct ScoreRequest {
  std::vector<ScoringPlan> plans;
  std::size_t seeds = 2;           // places a kind, an end and a plan
  bool every_place = false;        // all of them instead
  std::vector<std::string> kinds;  // ids, none for all
  std::size_t threads = 1;
  std::optional<Suite> suite = {};  // what it finds is scored, in place of the checks
};

// One to three tiers, with several hosts, rails, tenants and names: what CI scores.
Result<std::vector<ScoringPlan>> small_scoring_plans();

// `done` is told now and then how many of how many cases are done. Error: a kind that is not there.
Result<Score> score_twin(const ScoreRequest& request,
                         const std::function<void(std::size_t, std::size_t)>& done);

// ---- shared by the files of scoring ----------------------------------------------------------

// A finding, and the check whose it is: one check may call its findings by several ids.
struct SaidByCheck {
  std::string check;
  Finding finding;
};

// A plan made ready: its healthy fabric, and what is said of that.
struct HealthyTwin {
  const ScoringPlan* plan = nullptr;
  std::int64_t seed = 0;
  TwinState state;
  Snapshot seen;
  std::vector<SaidByCheck> said;  // other than pass and skip
};
HealthyTwin healthy_twin(const ScoringPlan& plan, std::int64_t seed);

// All nodes of a state, read as live machines are.
Snapshot observe_twin(const TwinState& state);

ScoredCase score_fault(const HealthyTwin& healthy, const PlacedTwinFault& fault);
ScoredCase score_clean(const HealthyTwin& healthy);

// Likewise, by a run of the suite on the twin and what is judged of it.
ScoredCase score_fault(const HealthyTwin& healthy, const PlacedTwinFault& fault,
                       const Suite& suite);
ScoredCase score_clean(const HealthyTwin& healthy, const Suite& suite);

// Nothing said of it yet.
ScoredCase case_of(const HealthyTwin& healthy, const PlacedTwinFault& fault);
// Unknown is neither better nor worse than a failure: somebody would look for another thing.
bool is_verdict(Verdict found, Verdict expected);

// "leaf1:swp5" is named by "leaf1:swp5 - host3:eth1", by "leaf1: swp5 and swp7" and by "leaf1:swp5
// to swp8"; a node by its name as a whole word.
bool subject_names_port(std::string_view subject, std::string_view port);
bool subject_names_node(std::string_view subject, std::string_view node);

}  // namespace weft

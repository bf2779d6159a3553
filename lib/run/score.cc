// Which cases there are, on several threads, and their sums; see score.h.

#include "run/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "twin/stable.h"

namespace weft {
namespace {

struct PlannedCase {
  const HealthyTwin* healthy;
  std::optional<PlacedTwinFault> fault;  // none: a healthy fabric
};

std::string_view end_of(const TwinState& state, TwinEnd place) {
  return word(state.nodes[std::size_t(place.node)].role);
}

// Places with the same sort of end, in the order of the state.
std::map<std::string_view, std::vector<TwinEnd>> places_by_end(TwinPlace place,
                                                               const TwinState& state) {
  std::map<std::string_view, std::vector<TwinEnd>> out;
  for (const TwinEnd one : places_for(place, state)) out[end_of(state, one)].push_back(one);
  return out;
}

class Cases {
 public:
  Cases(const ScoreRequest& request, const std::vector<HealthyTwin>& twins)
      : request_(request), twins_(twins) {}

  std::vector<PlannedCase> make() {
    for (const HealthyTwin& twin : twins_) {
      out_.push_back({&twin, {}});
      for (const auto& [id, fault] : twin_faults::all())
        if (request_.kinds.empty() || std::ranges::count(request_.kinds, id) > 0)
          add(twin, id, fault);
    }
    return std::move(out_);
  }

 private:
  void add(const HealthyTwin& twin, std::string_view id, const TwinFault& fault) {
    if (fault.places == 0) return push(twin, id, fault, {});
    // By the file's name: where the plan lies must not choose the places.
    const std::string plan = fs::path(twin.plan->name).filename().string();
    std::uint64_t random = stable_hash(fmt::format("{} {} {}", twin.seed, plan, id));
    for (auto& [end, places] : places_by_end(fault.place, twin.state)) {
      const std::size_t most =
          request_.every_place ? places.size() : std::min<std::size_t>(1, places.size());
      for (std::size_t i = 0; i < most; ++i) {
        const std::size_t at = request_.every_place ? i : stable_random(random) % places.size();
        with_partner(twin, id, fault, places[at], random);
      }
    }
  }

  void with_partner(const HealthyTwin& twin, std::string_view id, const TwinFault& fault,
                    TwinEnd first, std::uint64_t& random) {
    std::vector<TwinEnd> places{first};
    if (fault.places == 2) {
      const auto partners = partners_for(first, fault.place, twin.state);
      if (partners.empty()) return;
      places.push_back(partners[stable_random(random) % partners.size()]);
    }
    push(twin, id, fault, std::move(places));
  }

  void push(const HealthyTwin& twin, std::string_view id, const TwinFault& fault,
            std::vector<TwinEnd> places) {
    out_.push_back({&twin, PlacedTwinFault{&fault, std::string(id), std::move(places)}});
  }

  const ScoreRequest& request_;
  const std::vector<HealthyTwin>& twins_;
  std::vector<PlannedCase> out_;
};

// `work` for 0 to n-1 on several threads.
void for_each(std::size_t n, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto loop = [&] {
    for (std::size_t i; (i = next++) < n;) work(i);
  };
  std::vector<std::jthread> others;
  for (std::size_t t = 1; t < std::min(threads, n); ++t) others.emplace_back(loop);
  loop();
}

ScoredCase score(const PlannedCase& one, const ScoreRequest& request) {
  if (!request.suite)
    return one.fault ? score_fault(*one.healthy, *one.fault) : score_clean(*one.healthy);
  return one.fault ? score_fault(*one.healthy, *one.fault, *request.suite)
                   : score_clean(*one.healthy, *request.suite);
}

void count(const ScoredCase& one, ScoreCounts& to) {
  if (one.kind.empty()) {
    ++to.clean;
    to.false_alarms += one.alarms.empty() ? 0 : 1;
    return;
  }
  if (one.later) {
    ++to.not_yet;
    to.falsely_blamed += one.blamed.empty() ? 0 : 1;
    return;
  }
  ++to.cases;
  to.found += one.found;
  to.named += one.named;
  to.late += one.late;
  to.missed += one.missed;
  to.falsely_blamed += one.blamed.empty() ? 0 : 1;
}

bool worth_a_look(const ScoredCase& one) {
  if (!one.blamed.empty() || !one.alarms.empty()) return true;
  return !one.kind.empty() && !one.later && !one.named;
}

std::string expects_text(const std::vector<TwinExpectation>& expects) {
  std::vector<std::string> out;
  for (const TwinExpectation& one : expects) {
    std::string text = fmt::format("{} {}", one.check, word(one.verdict));
    if (!std::ranges::count(out, text)) out.push_back(std::move(text));
  }
  return join(out, " or ");
}

std::string later_of(const TwinFault& fault, const ScoreRequest& request) {
  if (!request.suite) return std::string(fault.later);
  return fault.suite.empty() ? "not for a suite of pairs" : "";
}

Score sum_up(std::vector<ScoredCase> cases, const ScoreRequest& request) {
  Score out;
  for (const auto& [id, fault] : twin_faults::all()) {
    if (!request.kinds.empty() && std::ranges::count(request.kinds, id) == 0) continue;
    ScoreRow& row = out.rows.emplace_back();
    row = {std::string(id),
           std::string(fault.title),
           expects_text(request.suite ? fault.suite : fault.expects),
           later_of(fault, request),
           {}};
    for (const ScoredCase& one : cases)
      if (one.kind == id) count(one, row.counts);
  }
  for (const ScoredCase& one : cases) count(one, out.totals);
  std::erase_if(cases, [](const ScoredCase& one) { return !worth_a_look(one); });
  out.cases = std::move(cases);
  return out;
}

Result<void> known_kinds(const std::vector<std::string>& kinds) {
  for (const std::string& kind : kinds)
    WEFT_CHECK(find_row(twin_faults::all(), "fault", kind).map([](const TwinFault*) {}));
  return {};
}

}  // namespace

Result<Score> score_twin(const ScoreRequest& request,
                         const std::function<void(std::size_t, std::size_t)>& done) {
  WEFT_CHECK(known_kinds(request.kinds));
  const std::size_t seeds = request.every_place ? 1 : request.seeds;
  std::vector<HealthyTwin> twins(request.plans.size() * seeds);
  for_each(twins.size(), request.threads, [&](std::size_t i) {
    twins[i] = healthy_twin(request.plans[i / seeds],
                            first_scoring_seed + static_cast<std::int64_t>(i % seeds));
  });
  const auto planned = Cases(request, twins).make();
  std::vector<ScoredCase> scored(planned.size());
  std::mutex one_at_a_time;
  std::size_t so_far = 0;
  for_each(planned.size(), request.threads, [&](std::size_t i) {
    const PlannedCase& one = planned[i];
    scored[i] = score(one, request);
    const std::lock_guard lock(one_at_a_time);
    done(++so_far, planned.size());
  });
  Score out = sum_up(std::move(scored), request);
  for (const ScoringPlan& one : request.plans)
    out.plans.push_back({one.name, static_cast<std::int64_t>(one.plan.nodes.size()),
                         static_cast<std::int64_t>(one.plan.links.size())});
  for (std::size_t i = 0; i < seeds; ++i)
    out.seeds.push_back(first_scoring_seed + static_cast<std::int64_t>(i));
  return out;
}

}  // namespace weft

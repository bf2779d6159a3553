// weft twin score: every kind of fault in many places, and what Weft says of each.

#include <fmt/format.h>

#include <thread>

#include "base/file.h"
#include "base/talk.h"
#include "base/text.h"
#include "page.h"
#include "plan/plan.h"
#include "reports/score_page.h"
#include "run/score.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin_open.h"
#include "version.h"

namespace weft {
namespace {

struct Options {
  std::vector<std::string> plans = {"small"}, kinds;
  std::size_t seeds = 2, threads = 0;
  bool every_place = false, json = false, details = false;
  std::string html, suite;
};

Result<std::vector<ScoringPlan>> plans_of(const std::vector<std::string>& words) {
  std::vector<ScoringPlan> out;
  for (const std::string& one : words) {
    if (one == "small") {
      WEFT_TRY(auto small, small_scoring_plans());
      for (ScoringPlan& plan : small) out.push_back(std::move(plan));
      continue;
    }
    WEFT_TRY(PlanRead read, load_plan(one));
    if (read.plan.links.empty())
      return fail_at({one, 0, 0}, "has no links: there is no fabric to simulate");
    out.push_back({one, std::move(read.plan)});
  }
  return out;
}

std::string number(std::int64_t n) { return n == 0 ? "-" : std::to_string(n); }

std::string table_of(const Score& score) {
  std::vector<std::vector<std::string>> rows;
  const auto add = [&](const std::string& name, const ScoreCounts& c, const std::string& who) {
    rows.push_back({name, number(c.cases), number(c.found), number(c.named), number(c.late),
                    number(c.missed), number(c.falsely_blamed), who});
  };
  for (const ScoreRow& row : score.rows)
    if (row.later.empty() && row.counts.cases > 0)
      add(command_name(row.kind), row.counts, row.expects);
  add("all", score.totals, "");
  return grid({{"kind"},
               {"cases"},
               {"found"},
               {"named"},
               {"late"},
               {"missed"},
               {"blamed"},
               {"must be said by"}},
              rows);
}

std::string closing_of(const Score& score) {
  const ScoreCounts& t = score.totals;
  std::string out =
      fmt::format("\nhealthy fabrics  {}, of {} something was said\n", t.clean, t.false_alarms);
  out += fmt::format("not scored       {} that other parts of weft must find\n",
                     count_of(std::size_t(t.not_yet), "case"));
  if (!score.cases.empty())
    out += fmt::format("to look at       {} (--details)\n", count_of(score.cases.size(), "case"));
  return out;
}

std::string details_of(const Score& score) {
  std::string out;
  for (const ScoredCase& one : score.cases) {
    const std::string what = one.kind.empty() ? "false alarm"
                             : one.later      ? "not yet"
                             : one.missed     ? "missed"
                             : one.late       ? "late"
                             : one.named      ? "named"
                                              : "not named";
    out += fmt::format("\n{:<12}{} ({}, seed {})\n", what,
                       one.kind.empty() ? "a healthy fabric" : one.fault, one.plan, one.seed);
    for (const std::string& line : one.blamed)
      out += paragraph("blamed: " + printable(line, 400), 4);
    for (const std::string& line : one.alarms) out += paragraph("said: " + printable(line, 400), 4);
  }
  return out;
}

int score(const Options& o) {
  auto plans = plans_of(o.plans);
  if (!plans) return complain(plans.error());
  ScoreRequest request{std::move(*plans), o.seeds, o.every_place, {}, o.threads, {}};
  for (const std::string& kind : o.kinds) request.kinds.push_back(table_id(kind));
  if (!o.suite.empty()) {
    auto suite = load_suite(o.suite, suite_folders(), pattern_ids());
    if (!suite) return complain(suite.error());
    request.suite = std::move(*suite);
  }
  if (request.threads == 0) request.threads = std::max(1U, std::thread::hardware_concurrency());
  auto scored = score_twin(request, [](std::size_t done, std::size_t of) {
    if (done % 100 == 0) talk("[{}/{}]\n", done, of);
  });
  if (!scored) return complain(scored.error());
  scored->tool_version = version();
  if (!o.html.empty()) {
    std::string page;
    write_score_page(*scored, [&](std::string_view piece) { page += piece; });
    if (const auto kept = write_file(o.html, page); !kept) return complain(kept.error());
  }
  if (o.json) return print_result(to_json_text(*scored, 3) + "\n");
  return print_result(table_of(*scored) + closing_of(*scored) +
                      (o.details ? details_of(*scored) : ""));
}

}  // namespace

std::function<int()> declare_twin_score(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("--plans", o->plans,
                 "Plan files, or `small`: four fabrics of one to three tiers (repeatable)")
      ->capture_default_str();
  app.add_option("--suite", o->suite,
                 "Score what this suite of pairs finds under load, in place of the checks");
  app.add_option("--kind", o->kinds, "Only this kind of fault (repeatable)");
  app.add_option("--seeds", o->seeds,
                 "Places a kind, plan and sort of end (host, leaf, spine), chosen by seeds that "
                 "are not used elsewhere")
      ->check(CLI::Range(1, 10'000))
      ->capture_default_str();
  app.add_flag("--every-place", o->every_place, "All places instead of some");
  app.add_option("--threads", o->threads, "Cases at once (default: one a core)")
      ->check(CLI::Range(1, 256));
  app.add_option("--html", o->html, "Write the score as an offline page too");
  app.add_flag("--details", o->details, "Each case that was missed or in which others were blamed");
  app.add_flag("--json", o->json, "One JSON document instead of text");
  app.footer(
      "found: the expected verdict about the faulty part. named: by the expected check, its "
      "subject\nthe place or its far end. late: only by comparing with an earlier site. blamed: an "
      "innocent part\nfailed or was warned of. What is expected stands in each fault's own file.\n"
      "With --suite: a flow of the faulty host is told, and that host is the first suspect.");
  return [o] { return score(*o); };
}

}  // namespace weft

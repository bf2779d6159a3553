// How well Weft finds what is known to be wrong: faults put into the twin, and what was said.
#pragma once

#include <string>
#include <vector>

#include "base/fields.h"

namespace weft {

// A fault in one place of one plan, or a healthy fabric (`kind` is "").
struct ScoredCase {
  std::string plan, kind, fault;  // fault: "wrong_mtu:leaf01:swp1s0"
  std::string end;                // "host", "leaf", "spine", "superspine", "" when everywhere
  std::int64_t seed = 0;
  bool later = false;  // only a later part of Weft can find it
  bool found = false, named = false, late = false, missed = false;
  std::vector<std::string> blamed = {};  // findings about parts that are innocent: "check subject"
  std::vector<std::string> alarms = {};  // findings on a healthy fabric

  static constexpr auto fields() {
    return std::tuple{field("plan", &ScoredCase::plan),
                      field("kind", &ScoredCase::kind),
                      field("fault", &ScoredCase::fault),
                      field("end", &ScoredCase::end),
                      field("seed", &ScoredCase::seed),
                      field("later", &ScoredCase::later, "only a later part can find it"),
                      field("found", &ScoredCase::found),
                      field("named", &ScoredCase::named),
                      field("late", &ScoredCase::late),
                      field("missed", &ScoredCase::missed),
                      defaulted("blamed", &ScoredCase::blamed),
                      defaulted("alarms", &ScoredCase::alarms)};
  }
};

struct ScoreCounts {
  std::int64_t cases = 0;
  std::int64_t found = 0;           // the expected verdict about the faulty part, at once
  std::int64_t named = 0;           // by the expected check, its subject the place or its far end
  std::int64_t late = 0;            // only by comparing with an earlier site
  std::int64_t missed = 0;          // not at all
  std::int64_t falsely_blamed = 0;  // cases in which an innocent part failed or was warned of
  std::int64_t not_yet = 0;         // cases that a later part will find; counted nowhere else
  std::int64_t clean = 0;           // healthy fabrics
  std::int64_t false_alarms = 0;    // of them, those of which something was said

  static constexpr auto fields() {
    return std::tuple{field("cases", &ScoreCounts::cases),
                      field("found", &ScoreCounts::found),
                      field("named", &ScoreCounts::named),
                      field("late", &ScoreCounts::late),
                      field("missed", &ScoreCounts::missed),
                      field("falsely_blamed", &ScoreCounts::falsely_blamed),
                      field("not_yet", &ScoreCounts::not_yet),
                      field("clean", &ScoreCounts::clean),
                      field("false_alarms", &ScoreCounts::false_alarms)};
  }
};

struct ScoreRow {
  std::string kind, title;
  std::string expects;  // "cabling fail"
  std::string later;    // the part that will find it, "" when it should be found today
  ScoreCounts counts;

  static constexpr auto fields() {
    return std::tuple{field("kind", &ScoreRow::kind), field("title", &ScoreRow::title),
                      field("expects", &ScoreRow::expects), field("later", &ScoreRow::later),
                      field("counts", &ScoreRow::counts)};
  }
};

struct ScorePlan {
  std::string name;
  std::int64_t nodes = 0, links = 0;

  static constexpr auto fields() {
    return std::tuple{field("name", &ScorePlan::name), field("nodes", &ScorePlan::nodes),
                      field("links", &ScorePlan::links)};
  }
};

struct Score {
  std::string schema = "1.0";
  std::string tool_version;
  std::vector<ScorePlan> plans;
  std::vector<std::int64_t> seeds;
  ScoreCounts totals;
  std::vector<ScoreRow> rows;  // one a kind
  std::vector<ScoredCase>
      cases;  // those with something to look at: missed, unnamed, blamed, alarms

  static constexpr auto fields() {
    return std::tuple{field("schema", &Score::schema), field("tool_version", &Score::tool_version),
                      field("plans", &Score::plans),   field("seeds", &Score::seeds),
                      field("totals", &Score::totals), field("rows", &Score::rows),
                      field("cases", &Score::cases)};
  }
};

}  // namespace weft

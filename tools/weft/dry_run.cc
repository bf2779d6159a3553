// The dry run; see dry_run.h. Counts come from closed forms: no schedule is made.

#include "dry_run.h"

#include <fmt/format.h>

#include <set>

#include "base/json_writer.h"
#include "base/text.h"
#include "model/run.h"
#include "run/planned_step.h"
#include "suite/needs.h"

namespace weft {
namespace {

struct Row {
  PlannedStep planned;
  std::string skipped;  // why, as far as can be said before the fabric was asked
};

std::vector<Row> rows_of(const Suite& suite, const Layout& layout, const FabricInfo& fabric,
                         std::uint64_t seed) {
  std::set<std::string> hosts;
  for (const Endpoint& endpoint : layout.endpoints) hosts.insert(endpoint.host);
  std::vector<Row> rows;
  for (const Step& step : suite.steps) {
    Row row;
    row.planned = plan_step(step, fleet_of(layout), seed);
    row.skipped = why_skipped(step, fabric, static_cast<std::int64_t>(hosts.size()));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string sizes_of(const Step& step) {
  if (step.sizes.size() == 1) return text(step.sizes.front());
  return fmt::format("{} .. {} ({})", text(step.sizes.front()), text(step.sizes.back()),
                     step.sizes.size());
}

std::string as_json(const std::vector<Row>& rows, const Layout& layout) {
  std::string out;
  JsonWriter json(out, 2);
  json.begin_object();
  json.key("endpoints");
  json.value(static_cast<std::uint64_t>(layout.endpoints.size()));
  json.key("steps");
  json.begin_array();
  for (const Row& row : rows) {
    json.begin_object();
    const auto text_member = [&](std::string_view key, std::string_view value) {
      json.key(key);
      json.value(value);
    };
    text_member("id", row.planned.step.id);
    text_member("pattern", row.planned.step.pattern);
    text_member("metric", word(row.planned.step.metric));
    json.key("rounds");
    json.value(row.planned.rounds);
    json.key("flows");
    json.value(row.planned.flows);
    json.key("time_ns");
    json.value(static_cast<std::int64_t>(row.planned.time.count()));
    text_member("note", row.planned.note);
    text_member("skip", row.skipped);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

}  // namespace

std::string dry_run(const Suite& suite, const Layout& layout, const FabricInfo& fabric,
                    std::uint64_t seed, bool json) {
  const std::vector<Row> rows = rows_of(suite, layout, fabric, seed);
  if (json) return as_json(rows, layout);
  std::string out = fmt::format("{}: {}\n{}\n\n", suite.title, suite.about,
                                count_of(layout.endpoints.size(), "worker"));
  out += fmt::format("{:<22} {:<12} {:<10} {:>8} {:>12} {:>24} {:>9}\n", "step", "pattern",
                     "metric", "rounds", "flows", "sizes", "time");
  Nanos total{0};
  for (const Row& row : rows) {
    const Step& step = row.planned.step;
    if (!row.skipped.empty()) {
      out += fmt::format("{:<22} {:<12} {:<10} skip: {}\n", step.id, step.pattern,
                         word(step.metric), row.skipped);
      continue;
    }
    total += row.planned.time;
    out += fmt::format("{:<22} {:<12} {:<10} {:>8} {:>12} {:>24} {:>9}\n", step.id, step.pattern,
                       word(step.metric), row.planned.rounds, row.planned.flows, sizes_of(step),
                       text(row.planned.time));
    if (!row.planned.note.empty()) out += fmt::format("{:<22} {}\n", "", row.planned.note);
  }
  return out + fmt::format(
                   "\nabout {} in all; slow pairs are measured again on top. Nothing was "
                   "started.\n",
                   text(total));
}

}  // namespace weft

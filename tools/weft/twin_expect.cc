// weft twin expect: what a suite should measure on this fabric when it is healthy.

#include <fmt/format.h>

#include "base/interrupt.h"
#include "base/talk.h"
#include "base/text.h"
#include "page.h"
#include "plan/only.h"
#include "plan/plan.h"
#include "run/expect.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin_open.h"
#include "version.h"

namespace weft {
namespace {

struct Options {
  std::string plan, format, only, suite = "acceptance";
  std::size_t seeds = 5;
  bool json = false;
};

std::string number(double value, const ExpectedValue& of) {
  return of.metric == Metric::bandwidth ? text(BitRate{value})
                                        : text(Nanos(static_cast<std::int64_t>(value)));
}

// "391.9 Gb/s (391.2 Gb/s .. 392.0 Gb/s)"; without the range where seeds make no difference.
std::string range(const SeedRange& one, const ExpectedValue& of) {
  const std::string middle = number(one.expected, of);
  const std::string low = number(one.low, of), high = number(one.high, of);
  if (low == high) return middle;
  return fmt::format("{} ({} .. {})", middle, low, high);
}

std::string table_of(const Expectations& all) {
  std::vector<std::vector<std::string>> rows;
  for (const ExpectedValue& one : all.values)
    rows.push_back({one.step, text(one.size), one.flow_class, std::string(word(one.routing)),
                    range(one.median, one), range(one.worst, one)});
  std::string out =
      fmt::format("{} on {} with {}, {}: what it should measure\n\n", all.suite,
                  count_of(std::size_t(all.hosts), "host"),
                  count_of(std::size_t(all.endpoints), "NIC"), count_of(all.seeds.size(), "seed"));
  out += grid({{"step"}, {"size"}, {"pairs"}, {"routing"}, {"median flow"}, {"worst flow"}}, rows);
  for (const Gap& gap : all.gaps) out += fmt::format("{}: {}\n", gap.subject, gap.why);
  return out;
}

int expect(const Options& o) {
  interrupt::install();
  auto read = load_plan(o.plan, o.format);
  if (!read) return complain(read.error());
  if (!o.only.empty()) {
    auto part = only(read->plan, o.only);
    if (!part) return complain(part.error());
    read->plan = std::move(*part);
  }
  auto suite = load_suite(o.suite, suite_folders(), pattern_ids());
  if (!suite) return complain(suite.error());
  const ExpectRequest request{std::move(read->plan), std::move(*suite), o.seeds};
  auto all = expect_on_twin(request,
                            [](std::size_t done, std::size_t of) { talk("[{}/{}]\n", done, of); });
  if (!all) return complain(all.error());
  all->tool_version = version();
  all->plan = o.plan;
  if (o.json) return print_result(to_json_text(*all, 2) + "\n");
  return print_result(table_of(*all));
}

}  // namespace

std::function<int()> declare_twin_expect(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("--plan", o->plan, "The wiring plan: DOT, CSV, Air JSON, or our own JSON")
      ->required();
  app.add_option("--from", o->format, "Format of the plan, where its name does not tell");
  app.add_option("--only", o->only, "A part of the plan: pods, rails, racks, nodes by comma");
  app.add_option("--suite", o->suite, "A suite by name (`weft list suites`) or path")
      ->capture_default_str();
  app.add_option("--seeds", o->seeds, "Of hashes, source ports and random patterns")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  app.add_flag("--json", o->json, "One JSON document instead of text: a baseline of source twin");
  app.footer(
      "One row for each step, size and class of pairs, with adaptive routing (per-packet spray)\n"
      "and with hashing (ECMP): the median flow and the worst one, each as the median over seeds\n"
      "with the least and the most. Nothing is broken in it, and nothing was measured.");
  return [o] { return expect(*o); };
}

}  // namespace weft

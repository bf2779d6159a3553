// weft check: what was seen of a fabric against its plan.

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/file.h"
#include "base/text.h"
#include "check/cabling_report.h"
#include "check/changes.h"
#include "check/findings_report.h"
#include "command.h"
#include "observe/site.h"
#include "observe/tables.h"
#include "parts.h"
#include "plan/lint.h"
#include "plan/only.h"
#include "plan/plan.h"

namespace weft::commands {
namespace {

struct Inputs {
  std::string plan, plan_format, only;
  std::string waivers, aliases, rates;
  std::vector<std::string> sites, files;
  bool json = false, strict = false, details = false;
};

void declare_inputs(CLI::App& app, Inputs& in) {
  app.add_option("--plan", in.plan, "The wiring plan: DOT, CSV, Air JSON, or our own JSON");
  app.add_option("--from", in.plan_format, "Format of the plan, where its name does not tell");
  app.add_option("--site", in.sites,
                 "Folder with one folder per node, as `weft collect` writes it: "
                 "<node>/commands/lldpctl_-f_json.out (repeatable; a node that is given twice "
                 "counts where both agree)");
  app.add_option(
      "--lldp", in.files,
      "NODE=FILE: one node's neighbours: lldpctl JSON, NVUE JSON, or CSV with the columns "
      "port, link, neighbour (repeatable; NODE may be left out when the file's name has it)");
  app.add_option("--only", in.only,
                 "The built part: pods, rails, racks, nodes by comma: pod1,rail3");
  app.add_option("--waivers", in.waivers,
                 "File of accepted deviations: CSV with the columns id, subject, reason, expiry");
  app.add_option(
      "--alias", in.aliases,
      "Who speaks for whom: CSV with the columns seen_device, seen_port, planned_device, "
      "planned_port");
  app.add_flag("--json", in.json, "One JSON document instead of text");
  app.add_flag("--strict", in.strict, "Warnings count as failures");
  app.add_flag("--details", in.details, "All evidence of each finding");
}

std::vector<std::string> names_of(const Plan& plan) {
  std::vector<std::string> names;
  for (const Node& node : plan.nodes) names.push_back(node.name);
  return names;
}

// The plan, with what its file has wrong. Error: it cannot be read, or there is no link in it.
Result<PlanRead> read_the_plan(const Inputs& in) {
  if (in.plan.empty()) return PlanRead{};
  WEFT_TRY(PlanRead read, load_plan(in.plan, in.plan_format));
  if (!read.plan.links.empty()) return read;
  if (!read.faults.empty()) return Failure(collected(std::move(read.faults)));
  return fail_at({in.plan, 0, 0}, "has no links: nothing can be compared with it");
}

// Everything a check needs, read; `seen` must not move once aliases and selection are used.
struct Read {
  Plan plan;
  Snapshot seen;
  std::vector<Alias> aliases;
  std::vector<Waiver> waivers;
  PlanPart selection;
  std::vector<Finding> plan_faults;

  CheckInput input() const { return {plan, seen, aliases, selection, plan_faults}; }
};

Result<Read> read_inputs(const Inputs& in) {
  Read out;
  std::vector<std::string> warnings;
  WEFT_TRY(PlanRead plan, read_the_plan(in));
  for (PlanFinding& found : findings_of(plan))
    if (found.finding.verdict == Verdict::fail) out.plan_faults.push_back(std::move(found.finding));
  for (const Error& warning : plan.warnings) warnings.push_back(warning.text());
  out.plan = std::move(plan.plan);
  if (!in.rates.empty()) {
    WEFT_TRY(std::string text, read_file(in.rates));
    WEFT_CHECK(parse_rate_table({std::move(text), in.rates, 0, ""}, out.plan, out.seen));
  } else {
    if (in.sites.empty() && in.files.empty())
      return fail("nothing to look at", "give --site DIR or --lldp NODE=FILE");
    WEFT_TRY(out.seen, observe_all(in.sites, in.files, names_of(out.plan)));
  }
  out.seen.warnings.insert(out.seen.warnings.begin(), warnings.begin(), warnings.end());
  if (!in.aliases.empty()) {
    WEFT_TRY(const std::string text, read_file(in.aliases));
    WEFT_TRY(out.aliases, parse_aliases(text, in.aliases));
  }
  if (!in.waivers.empty()) {
    WEFT_TRY(const std::string text, read_file(in.waivers));
    WEFT_TRY(out.waivers, parse_waivers(text, in.waivers));
  }
  if (!in.only.empty()) {
    WEFT_TRY(const Plan part, only(out.plan, in.only));
    out.selection = PlanPart(part);
  }
  return out;
}

struct CablingOptions {
  Inputs in;
  std::vector<std::string> before;
  bool moves = false;
};

// An earlier snapshot: a site folder, or NODE=FILE.
Result<Snapshot> read_before(const std::vector<std::string>& before, const Plan& plan) {
  std::vector<std::string> sites, files;
  std::error_code error;
  for (const std::string& one : before)
    (fs::is_directory(one, error) ? sites : files).push_back(one);
  return observe_all(sites, files, names_of(plan));
}

int run_cabling(const CablingOptions& options) {
  const Inputs& in = options.in;
  const auto read = read_inputs(in);
  if (!read) return complain(read.error());
  Cabling found = check_cabling(read->input());
  found.findings.insert(found.findings.begin(), read->plan_faults.begin(), read->plan_faults.end());
  if (!options.before.empty()) {
    const auto before = read_before(options.before, read->plan);
    if (!before) return complain(before.error());
    for (Finding& change : neighbour_changes(*before, read->seen))
      found.findings.push_back(std::move(change));
  }
  const CablingReport report =
      cabling_report(std::move(found), read->plan, read->seen, read->waivers, now());
  return print_result(in.json ? to_json(report) : to_text(report, {options.moves, in.details}),
                      exit_code_of(report.verdict, in.strict));
}

int run_group(const Inputs& in, std::string_view group) {
  const auto read = read_inputs(in);
  if (!read) return complain(read.error());
  const auto report = run_checks(group, read->input(), read->waivers, now());
  if (!report) return complain(report.error());
  return print_result(in.json ? to_json(*report) : to_text(*report, in.details),
                      exit_code_of(report->verdict, in.strict));
}

std::function<int()> declare_cabling(CLI::App& app) {
  auto options = std::make_shared<CablingOptions>();
  declare_inputs(app, options->in);
  app.add_flag("--moves", options->moves,
               "The fewest cable moves that make the plan true, in order");
  app.add_option(
      "--before", options->before,
      "An earlier site folder, or NODE=FILE: what changed since is told too (repeatable)");
  return [options] { return run_cabling(*options); };
}

std::function<int()> declare_links(CLI::App& app) {
  auto in = std::make_shared<Inputs>();
  declare_inputs(app, *in);
  app.add_option("--rates", in->rates,
                 "Instead of a plan and a site: CSV with the columns host, device, planned_Gbps, "
                 "rate_file, ethtool_speed, switch_port, switch_speed");
  return [in] { return run_group(*in, "links"); };
}

template <const char* group>
std::function<int()> declare_group(CLI::App& app) {
  auto in = std::make_shared<Inputs>();
  declare_inputs(app, *in);
  return [in] { return run_group(*in, group); };
}

constexpr char routing[] = "routing", qos[] = "qos", wiring[] = "wiring", all[] = "all";

std::function<int()> declare(CLI::App& app) {
  static const CommandPart parts[] = {
      {"cabling", "Plan against neighbours: which cable is wrong, and which moves put it right",
       declare_cabling},
      {"wiring", "Wiring rules that need no plan: a leaf that reaches one spine only",
       declare_group<wiring>},
      {"links", "Rate, MTU, FEC, autonegotiation, flaps and bit errors of each link, both ends",
       declare_links},
      {"routing", "BGP sessions per planned link, ECMP width against the plan's uplinks, EVPN",
       declare_group<routing>},
      {"qos", "DSCP map, ECN and adaptive routing of each switch against the plan or its peers",
       declare_group<qos>},
      {"all", "All of these", declare_group<all>},
  };
  return declare_parts(app, parts);
}

}  // namespace

extern const CommandSpec check = {
    "Checks what was seen of a fabric against its plan", declare, false,
    "weft check cabling --plan plan.dot --site site --moves\n"
    "weft check cabling --plan plan.csv --lldp leaf1=leaf1.lldp.json --json\n"
    "weft check all --plan plan.dot --site site --only pod1"};

}  // namespace weft::commands

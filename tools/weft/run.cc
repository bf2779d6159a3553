// weft run SUITE: measure a cluster, or this machine, or a simulated fabric, and judge it.

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/talk.h"
#include "base/text.h"
#include "command.h"
#include "dry_run.h"
#include "launch.h"
#include "run_output.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin/fabric.h"
#include "twin_open.h"

namespace weft::commands {
namespace {

struct Options {
  ChosenHosts launch;
  std::string suite, resume, fabric = "cluster", plan;
  std::optional<std::string> out;
  std::vector<std::string> faults;
  bool dry_run = false, strict = false, quiet = false, json = false;
};

std::string default_folder() {
  std::string at = text(now());  // 2026-11-30T12:00:00Z
  std::erase_if(at, [](char c) { return c == '-' || c == ':'; });
  return "weft-run-" + at;
}

// The hosts of a cluster, or those of a plan.
struct Chosen {
  Layout layout;
  std::optional<OpenTwin> twin;
};

Result<Chosen> twin_from(const Options& o) {
  if (o.plan.empty()) return fail("--fabric twin needs --plan: what should be simulated?");
  if (o.launch.hosts || o.launch.ranks_per_host || !o.launch.group.empty())
    return fail("--hosts and --fabric twin: all hosts of the plan take part, with all their NICs");
  WEFT_TRY(OpenTwin twin, open_twin({o.plan, "", "", o.launch.seed_text, o.faults}));
  for (const PlacedTwinFault& fault : twin.faults)
    if (!o.quiet) talk("{}: {}\n", fault.text(twin.healthy), fault.fault->about);
  Layout layout = twin_layout(twin.state);
  return Chosen{std::move(layout), std::move(twin)};
}

Result<Chosen> choose(const Options& o) {
  if (o.fabric == "twin") return twin_from(o);
  if (!o.plan.empty() || !o.faults.empty())
    return fail("--plan and --fault are for --fabric twin", "add --fabric twin");
  WEFT_TRY(Layout layout, cluster_layout(o.launch, o.quiet, !o.dry_run));
  return Chosen{std::move(layout), std::nullopt};
}

Result<RunRequest> make_request(const Options& o, const Chosen& chosen) {
  WEFT_TRY(RunRequest request, cluster_request(o.launch, chosen.layout));
  WEFT_TRY(const fs::path file, find_suite(o.suite, suite_folders()));
  WEFT_TRY(request.suite_text, read_file(file));
  request.suite_file = file.filename().string();
  request.fabric = o.fabric;
  if (!chosen.twin) return request;
  request.hosts = o.plan;
  for (const PlacedTwinFault& fault : chosen.twin->faults)
    request.faults.push_back(fault.text(chosen.twin->healthy));
  return request;
}

Result<RunFolder> open_folder(const Options& o) {
  if (!o.resume.empty()) {
    WEFT_TRY(RunFolder folder, RunFolder::open(o.resume));
    WEFT_CHECK(folder.lock());
    return folder;
  }
  WEFT_TRY(const Chosen chosen, choose(o));
  WEFT_TRY(const RunRequest request, make_request(o, chosen));
  WEFT_CHECK(suite_of(request));  // before a folder is made
  if (o.out && o.out->empty()) return fail("--out is empty", "is a shell variable unset?");
  return RunFolder::create(o.out.value_or(default_folder()), request,
                           chosen.twin ? &chosen.twin->plan : nullptr);
}

int measure(const Options& o) {
  interrupt::install();
  const auto folder = open_folder(o);
  if (!folder) return complain(folder.error());
  const auto run = run_folder(*folder, o.quiet);
  const std::string again = fmt::format("weft run --resume {}", folder->path().string());
  if (interrupt::raised()) {
    if (run) finish(*folder, *run, o.json, o.strict, o.quiet);
    talk("weft: interrupted; `{}` goes on\n", again);
    return exit_code::interrupted;
  }
  if (!run) return complain(run.error());
  return finish(*folder, *run, o.json, o.strict, o.quiet);
}

int execute(const Options& o) {
  const auto seed = seed_of(o.launch);
  if (!seed) return complain(seed.error());
  if (o.suite.empty() && o.resume.empty())
    return complain(Error{"name a suite, or a run folder with --resume",
                          {},
                          "`weft list suites` shows the suites; try `weft run quick`",
                          {}});
  if (!o.dry_run) return measure(o);
  const auto chosen = choose(o);
  if (!chosen) return complain(chosen.error());
  const auto suite = load_suite(o.suite, suite_folders(), pattern_ids());
  if (!suite) return complain(suite.error());
  const FabricInfo fabric =
      chosen->twin ? twin_info(chosen->twin->state, chosen->layout, {}) : FabricInfo{};
  return print_result(dry_run(*suite, chosen->layout, fabric, *seed, o.json));
}

std::function<int()> declare(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("suite", o->suite, "A suite by name (`weft list suites`) or path");
  declare_launch(app, o->launch);
  app.add_option("-o,--out", o->out, "The run folder to write (default: weft-run-<time>)");
  app.add_option("--fabric", o->fabric,
                 "cluster: the hosts that are given. twin: a simulated fabric, built from --plan")
      ->check(CLI::IsMember({"cluster", "twin"}))
      ->capture_default_str();
  app.add_option("--plan", o->plan, "The wiring plan that the twin simulates");
  app.add_option(
         "--fault", o->faults,
         "Of the twin: KIND, KIND:PLACE or KIND:PLACE,PLACE; with @TIME behind it, such as @10s, "
         "it happens after so much time of load (repeatable; `weft twin faults` lists kinds)")
      ->allow_extra_args(false);
  app.add_flag("--dry-run", o->dry_run, "Print steps, rounds, flows and the time; start nothing");
  const auto in_request = app.get_options();  // everything so far is in a folder's request
  app.add_option("--resume", o->resume,
                 "Go on with a run folder that was interrupted, as it was asked for");
  app.add_flag("--strict", o->strict, "A warning counts as a failure");
  app.add_flag("--quiet", o->quiet, "No progress, only the result");
  app.add_flag("--json", o->json, "Print run.json instead of the table");
  app.footer(
      "Examples:\n"
      "  weft run quick                              this machine, about 5 s\n"
      "  weft run quick --hosts hostfile --control-net eth0 --fabric-net 198.51.100.0/24\n"
      "  weft run quick --hosts 'node[001-128]' --ranks-per-host 8 --dry-run\n"
      "  weft run acceptance --fabric twin --plan plan.dot --fault slow-nic\n"
      "  weft run --resume weft-run-20261130T120000Z\n"
      "The folder holds run.json, report.html and all samples; `weft judge` and `weft report` read "
      "it.");
  return [o, in_request] {
    for (const CLI::Option* option : in_request)
      if (!o->resume.empty() && option->count() > 0)
        return complain(Error{"--resume takes everything from the folder; " + option->get_name() +
                                  " cannot be changed",
                              {},
                              "",
                              {}});
    return execute(*o);
  };
}

}  // namespace

extern const CommandSpec run = {"Runs a suite: measures, judges, writes JSON and an HTML page",
                                declare};

}  // namespace weft::commands

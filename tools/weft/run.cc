// weft run SUITE: measure a cluster, or this machine, or a simulated fabric, and judge it.

#include "run/pipeline.h"

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/process.h"
#include "base/talk.h"
#include "base/text.h"
#include "command.h"
#include "dry_run.h"
#include "fabric/cluster.h"
#include "hostlist/hostlist.h"
#include "progress_line.h"
#include "run_output.h"
#include "suite/find.h"
#include "suites_folder.h"
#include "twin/fabric.h"
#include "twin_open.h"
#include "version.h"

namespace weft::commands {
namespace {

struct Options {
  std::string suite, resume, control_net, fabric_net, agent = "ssh", group, seed_text = "1";
  std::optional<std::string> hosts, out;
  std::optional<std::int64_t> ranks_per_host;
  std::vector<std::string> mpirun_extra, rail_nets;
  std::uint64_t seed = 1;
  std::string fabric = "cluster", plan;
  std::vector<std::string> faults;
  bool dry_run = false, force = false, strict = false, quiet = false, json = false;
};

constexpr std::string_view local_default = "localhost:4";

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
  if (o.hosts || o.ranks_per_host || !o.group.empty())
    return fail("--hosts and --fabric twin: all hosts of the plan take part, with all their NICs");
  WEFT_TRY(OpenTwin twin, open_twin({o.plan, "", "", std::to_string(o.seed), o.faults}));
  for (const PlacedTwinFault& fault : twin.faults)
    if (!o.quiet) talk("{}: {}\n", fault.text(twin.healthy), fault.fault->about);
  Layout layout = twin_layout(twin.state);
  return Chosen{std::move(layout), std::move(twin)};
}

Result<Layout> cluster_layout(const Options& o) {
  if (o.hosts && o.hosts->empty()) return fail("--hosts is empty", "is a shell variable unset?");
  const std::string argument = o.hosts.value_or(std::string(local_default));
  WEFT_TRY(HostList list, host_list_argument(argument));
  if (!o.group.empty()) {
    WEFT_TRY(list, hosts_of_group(std::move(list), o.group));
  }
  for (const Error& warning : list.warnings)
    if (!o.quiet) talk("weft: warning: {}\n", warning.text());
  if (auto problems = launch_problems(list); !problems.empty() && !o.dry_run)
    return Failure(collected(std::move(problems)));
  return layout_of(list, o.ranks_per_host);
}

Result<Chosen> choose(const Options& o) {
  if (o.fabric == "twin") return twin_from(o);
  if (!o.plan.empty() || !o.faults.empty())
    return fail("--plan and --fault are for --fabric twin", "add --fabric twin");
  WEFT_TRY(Layout layout, cluster_layout(o));
  return Chosen{std::move(layout), std::nullopt};
}

std::vector<std::string> words_of_option(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : words(text)) out.emplace_back(word);
  return out;
}

Result<RunRequest> make_request(const Options& o, const Chosen& chosen) {
  RunRequest request;
  WEFT_TRY(const fs::path file, find_suite(o.suite, suite_folders()));
  WEFT_TRY(request.suite_text, read_file(file));
  request.tool_version = version();
  request.started = now();
  request.suite_file = file.filename().string();
  request.hosts = chosen.twin ? o.plan : o.hosts.value_or(std::string(local_default));
  request.layout = chosen.layout;
  request.fabric = o.fabric;
  if (chosen.twin)
    for (const PlacedTwinFault& fault : chosen.twin->faults)
      request.faults.push_back(fault.text(chosen.twin->healthy));
  request.seed = o.seed;
  request.control_net = o.control_net;
  request.fabric_net = o.fabric_net;
  request.rail_nets = o.rail_nets;
  request.agent = words_of_option(o.agent);
  request.mpirun_extra = o.mpirun_extra;
  request.force = o.force;
  if (request.agent.empty()) return fail("--agent needs a command such as ssh");
  return request;
}

// The twin of a folder is made again from what stands in it.
Result<std::unique_ptr<Fabric>> twin_of(const RunFolder& folder) {
  const RunRequest& request = folder.request();
  const fs::path plan = folder.path() / "plan.json";
  WEFT_TRY(OpenTwin twin,
           open_twin({plan.string(), "json", "", std::to_string(request.seed), request.faults}));
  std::vector<std::string> notes;
  WEFT_TRY(const auto steps, folder.read_steps(notes));
  if (!twin.events.empty() && !steps.empty())
    return fail("a run whose faults have a time cannot go on where it was: run it again");
  TwinOptions options;
  options.seed = request.seed;
  options.faults = request.faults;
  options.events = std::move(twin.events);
  return make_twin(std::move(twin.state), std::move(options));
}

ClusterOptions cluster_options(const RunFolder& folder) {
  const RunRequest& request = folder.request();
  ClusterOptions cluster;
  cluster.folder = folder.path().string();
  cluster.program = own_path();
  cluster.version = version();
  cluster.control_net = request.control_net;
  cluster.fabric_net = request.fabric_net;
  cluster.rail_nets = request.rail_nets;
  cluster.agent = request.agent;
  cluster.mpirun_extra = request.mpirun_extra;
  cluster.force = request.force;
  return cluster;
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

Result<std::unique_ptr<Fabric>> fabric_of(const RunFolder& folder) {
  if (folder.request().fabric == "twin") return twin_of(folder);
  return make_cluster(cluster_options(folder));
}

int measure(const Options& o) {
  interrupt::install();
  const auto folder = open_folder(o);
  if (!folder) return complain(folder.error());
  auto suite = suite_of(folder->request());
  if (!suite) return complain(suite.error());
  keep_budget(*suite, static_cast<std::uint32_t>(folder->request().layout.endpoints.size()));
  ProgressLine line(talk_for_stderr(o.quiet));
  const Observer observer{[&](const RunProgress& p) { line.show(p); },
                          [&](const Event& e) { line.event(e); }};
  const auto fabric = fabric_of(*folder);
  if (!fabric) return complain(fabric.error());
  const auto run = run_suite(*folder, *suite, **fabric, observer);
  line.clear();
  const std::string again = fmt::format("weft run --resume {}", folder->path().string());
  if (interrupt::raised()) {
    if (run) finish(*folder, *run, o.json, o.strict, o.quiet);
    talk("weft: interrupted; `{}` goes on\n", again);
    return exit_code::interrupted;
  }
  if (!run) return complain(run.error());
  return finish(*folder, *run, o.json, o.strict, o.quiet);
}

int execute(Options& o) {
  const auto seed = parse_uint(o.seed_text);
  if (!seed)
    return complain(Error{
        "--seed wants a whole number from 0 to 2^64 - 1, got '" + printable(o.seed_text) + "'",
        {},
        "",
        {}});
  o.seed = *seed;
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
  return print_result(dry_run(*suite, chosen->layout, fabric, o.seed, o.json));
}

std::function<int()> declare(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("suite", o->suite, "A suite by name (`weft list suites`) or path");
  app.add_option("--hosts", o->hosts,
                 "Who takes part: an Open MPI hostfile, an Ansible inventory, or a list such as "
                 "node[001-004,7] or localhost:4. Default: this machine with 4 workers");
  app.add_option("--group", o->group, "Only this group of the Ansible inventory");
  app.add_option("--ranks-per-host", o->ranks_per_host, "Workers on each host (default: its slots)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000}));
  app.add_option("-o,--out", o->out, "The run folder to write (default: weft-run-<time>)");
  app.add_option("--seed", o->seed_text, "Of random patterns; of a twin's hashes and noise too")
      ->capture_default_str();
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
  app.add_option("--control-net", o->control_net,
                 "Management network: an interface name or a network such as 192.0.2.0/24");
  app.add_option("--fabric-net", o->fabric_net,
                 "Network that MPI messages between hosts take, likewise");
  app.add_option("--rail-net", o->rail_nets,
                 "Instead, one for each rail, in their order: worker n of a host uses the n-th "
                 "(repeatable)")
      ->allow_extra_args(false);
  app.add_option("--agent", o->agent, "Command that reaches a host: AGENT HOST COMMAND...")
      ->capture_default_str();
  app.add_option("--mpirun-arg", o->mpirun_extra, "One more argument for mpirun; repeat it")
      ->allow_extra_args(false);
  app.add_flag("--force", o->force, "Load hosts that are not idle, too");
  const auto in_request = app.get_options();  // everything so far is in a folder's request
  app.add_option("--resume", o->resume,
                 "Go on with a run folder that was interrupted, as it was asked for");
  app.add_flag("--strict", o->strict, "A warning counts as a failure");
  app.add_flag("--quiet", o->quiet, "No progress, only the result");
  app.add_flag("--json", o->json, "Print run.json instead of the table");
  app.footer(
      "Examples:\n"
      "  weft run quick                              this machine, about 15 s\n"
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

// See launch.h.

#include "launch.h"

#include <fmt/core.h>

#include "base/interrupt.h"
#include "base/process.h"
#include "base/talk.h"
#include "base/text.h"
#include "fabric/cluster.h"
#include "hostlist/hostlist.h"
#include "progress_line.h"
#include "run/planned_step.h"
#include "twin/fabric.h"
#include "twin_open.h"
#include "version.h"

namespace weft {
namespace {

constexpr std::string_view local_default = "localhost:4";

std::vector<std::string> words_of_option(const std::string& text) {
  std::vector<std::string> out;
  for (const std::string_view word : words(text)) out.emplace_back(word);
  return out;
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

}  // namespace

void declare_launch(CLI::App& app, ChosenHosts& o) {
  app.add_option("--hosts", o.hosts,
                 "Who takes part: an Open MPI hostfile, an Ansible inventory, or a list such as "
                 "node[001-004,7] or localhost:4. Default: this machine with 4 workers");
  app.add_option("--group", o.group, "Only this group of the Ansible inventory");
  app.add_option("--ranks-per-host", o.ranks_per_host, "Workers on each host (default: its slots)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100000}));
  app.add_option("--link-rate", o.link_rate,
                 "Of each worker's link, such as 400Gb/s, where its driver does not say (a dry run "
                 "asks nobody)");
  app.add_option("--seed", o.seed_text, "Of random patterns; of a twin's hashes and noise too")
      ->capture_default_str();
  app.add_option("--control-net", o.control_net,
                 "Management network: an interface name or a network such as 192.0.2.0/24");
  app.add_option("--fabric-net", o.fabric_net,
                 "Network that MPI messages between hosts take, likewise");
  app.add_option("--rail-net", o.rail_nets,
                 "Instead, one for each rail, in their order: worker n of a host uses the n-th "
                 "(repeatable)")
      ->allow_extra_args(false);
  app.add_option("--agent", o.agent, "Command that reaches a host: AGENT HOST COMMAND...")
      ->capture_default_str();
  app.add_option("--mpirun-arg", o.mpirun_extra, "One more argument for mpirun; repeat it")
      ->allow_extra_args(false);
  app.add_flag("--force", o.force, "Load hosts that are not idle, too");
}

Result<std::uint64_t> seed_of(const ChosenHosts& o) {
  if (const auto seed = parse_uint(o.seed_text)) return *seed;
  return fail("--seed wants a whole number from 0 to 2^64 - 1, got '" + printable(o.seed_text) +
              "'");
}

Result<Layout> cluster_layout(const ChosenHosts& o, bool quiet, bool starts) {
  if (o.hosts && o.hosts->empty()) return fail("--hosts is empty", "is a shell variable unset?");
  const std::string argument = o.hosts.value_or(std::string(local_default));
  WEFT_TRY(HostList list, host_list_argument(argument));
  if (!o.group.empty()) {
    WEFT_TRY(list, hosts_of_group(std::move(list), o.group));
  }
  for (const Error& warning : list.warnings)
    if (!quiet) talk("weft: warning: {}\n", warning.text());
  if (auto problems = launch_problems(list); !problems.empty() && starts)
    return Failure(collected(std::move(problems)));
  WEFT_TRY(Layout layout, layout_of(list, o.ranks_per_host));
  if (!o.link_rate) return layout;
  WEFT_TRY(const BitRate rate, parse_rate(*o.link_rate));
  for (Endpoint& endpoint : layout.endpoints) endpoint.link_rate = rate;
  return layout;
}

Result<RunRequest> cluster_request(const ChosenHosts& o, Layout layout) {
  RunRequest request;
  request.tool_version = version();
  request.started = now();
  request.hosts = o.hosts.value_or(std::string(local_default));
  request.layout = std::move(layout);
  WEFT_TRY(request.seed, seed_of(o));
  request.control_net = o.control_net;
  request.fabric_net = o.fabric_net;
  request.rail_nets = o.rail_nets;
  request.agent = words_of_option(o.agent);
  request.mpirun_extra = o.mpirun_extra;
  request.force = o.force;
  if (request.agent.empty()) return fail("--agent needs a command such as ssh");
  return request;
}

Result<std::unique_ptr<Fabric>> fabric_of(const RunFolder& folder) {
  if (folder.request().fabric == "twin") return twin_of(folder);
  return make_cluster(cluster_options(folder));
}

Result<Run> run_folder(const RunFolder& folder, bool quiet) {
  WEFT_TRY(Suite suite, suite_of(folder.request()));
  keep_budget(suite, fleet_of(folder.request().layout));
  WEFT_TRY(const auto fabric, fabric_of(folder));
  ProgressLine line(talk_for_stderr(quiet));
  const Observer observer{[&](const RunProgress& p) { line.show(p); },
                          [&](const Event& e) { line.event(e); }};
  auto run = run_suite(folder, suite, *fabric, observer);
  line.clear();
  return run;
}

}  // namespace weft

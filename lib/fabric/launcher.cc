// The mpirun command line; see launcher.h. Written for Open MPI 4.1 (ob1, vader); Open MPI 5 takes
// the same parameters, its shared-memory part answers to both names.

#include "fabric/launcher.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "base/text.h"
#include "fabric/network.h"

namespace weft {

std::string open_mpi_hostfile(const std::vector<Endpoint>& endpoints) {
  std::string out;
  for (std::size_t i = 0; i < endpoints.size();) {
    std::size_t n = i;
    while (n < endpoints.size() && endpoints[n].host == endpoints[i].host) ++n;
    const std::string user = endpoints[i].user ? *endpoints[i].user + "@" : "";
    out += fmt::format("{}{} slots={}\n", user, endpoints[i].host, n - i);
    i = n;
  }
  return out;
}

Command mpirun_command(const Launch& launch) {
  const LaunchOptions& options = launch.options;
  Command command;
  auto& argv = command.argv;
  const auto mca = [&](const std::string& name, const std::string& value) {
    argv.insert(argv.end(), {"--mca", name, value});
  };
  argv = {"mpirun",
          "--np",
          std::to_string(launch.endpoints.size()),
          "--hostfile",
          options.folder + "/hosts",
          "--map-by",
          "slot"};
  if (::geteuid() == 0) argv.push_back("--allow-run-as-root");
  if (options.shares_cores) {
    argv.insert(argv.end(), {"--bind-to", "none"});
    mca("mpi_yield_when_idle", "1");
  }
  mca("pml", "ob1");
  mca("btl", "self,vader,tcp");
  mca("orte_keep_fqdn_hostnames", "1");
  mca("plm_rsh_agent", join(options.agent, " "));
  mca("plm_rsh_no_tree_spawn", "1");
  if (!options.control_net.empty()) mca("oob_tcp_if_include", options.control_net);
  const std::string rails = join(options.rail_nets, ",");
  const std::string& messages = !rails.empty()               ? rails
                                : options.fabric_net.empty() ? options.control_net
                                                             : options.fabric_net;
  if (!messages.empty()) mca("btl_tcp_if_include", messages);
  argv.insert(argv.end(), options.extra.begin(), options.extra.end());
  const auto pass = [&](const char* name, const std::string& value) {
    argv.insert(argv.end(), {"-x", name});
    command.environment.emplace_back(name, value);
  };
  pass("WEFT_TOKEN", launch.token);
  pass("WEFT_CONTROL", launch.control);
  if (!options.fabric_net.empty()) pass("WEFT_FABRIC_NET", options.fabric_net);
  if (!rails.empty()) pass("WEFT_RAIL_NETS", rails);
  if (!options.staged.empty()) pass("WEFT_STAGED", options.staged);
  argv.insert(argv.end(), {options.program, "worker"});
  return command;
}

LaunchWords launch_words(std::string_view output, const std::vector<Endpoint>& endpoints) {
  LaunchWords result;
  std::vector<std::string> kept;
  for (const std::string_view line : lines(output)) {
    const std::string_view text = trim(line);
    if (text.empty() || text.find_first_not_of("-*=") == std::string_view::npos) continue;
    const std::string line_kept = printable(text, 300);
    if (kept.size() < 12 && std::ranges::count(kept, line_kept) == 0) kept.push_back(line_kept);
    for (const Endpoint& endpoint : endpoints) {
      const bool named = text.find(endpoint.host) != std::string_view::npos;
      const bool local = is_this_machine(endpoint.host);
      if (named && !local && std::ranges::count(result.hosts, endpoint.host) == 0)
        result.hosts.push_back(endpoint.host);
    }
  }
  result.words = join(kept, "\n");
  return result;
}

}  // namespace weft

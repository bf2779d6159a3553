// weft collect: writes down what machines say, as a site folder that `weft check` reads.

#include <fmt/core.h>
#include <fmt/format.h>

#include <memory>

#include "base/file.h"
#include "base/talk.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "collect_output.h"
#include "command.h"
#include "hostlist/hostlist.h"
#include "observe/collect.h"

namespace weft::commands {
namespace {

struct Options {
  std::string hosts = "localhost", format, out, user;
  bool sudo = false, json = false;
  std::size_t parallel = 16;
  double connect_timeout_s = 5;
};

bool is_this_machine(const HostEntry& host) {
  return !host.address &&
         (host.name == "localhost" || host.name == "127.0.0.1" || host.name == "::1");
}

CollectTarget target_of(const HostEntry& host, const Options& options, const fs::path& control) {
  HostOptions how;
  how.sudo = options.sudo;
  how.user = host.user.value_or(options.user);
  how.address = host.address.value_or("");
  how.port = host.port;
  how.connect_timeout = Nanos(static_cast<std::int64_t>(options.connect_timeout_s * 1e9));
  how.control_folder = control;
  if (is_this_machine(host))
    return {host.name, [name = host.name, how]() -> Result<std::unique_ptr<Host>> {
              return local_host(name, how);
            }};
  return {host.name, [name = host.name, how] { return ssh_host(name, how); }};
}

int run(const Options& options) {
  const auto hosts = host_list_argument(options.hosts, options.format);
  if (!hosts) return complain(hosts.error());
  for (const Error& warning : hosts->warnings) talk("weft: {}\n", warning.text());
  const auto sockets = TemporaryFolder::make("ssh");  // without it ssh shares no connections
  const fs::path control = sockets ? sockets->path() : fs::path();
  std::vector<CollectTarget> targets;
  for (const HostEntry& host : hosts->hosts) targets.push_back(target_of(host, options, control));
  std::size_t done = 0;
  const auto all = collect_site(targets, options.out, options.parallel, [&](const Collected& one) {
    talk_collected(one, ++done, targets.size());
  });
  if (!all) return complain(all.error());
  return print_collected(*all, options.out, options.json);
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("--hosts", options->hosts,
                 "Whom to ask: a list (leaf[01-32],spine01), a file, FILE@GROUP; localhost is this "
                 "machine, all others go through your ssh")
      ->capture_default_str();
  app.add_option("--host-format", options->format,
                 "openmpi, slurm or ansible; else told by its look");
  app.add_option("--out", options->out, "The site folder to write")->required();
  app.add_option("--user", options->user, "Log in as this user where the list names none");
  app.add_flag("--sudo", options->sudo,
               "Reads that need root (lldpctl, vtysh, ethtool -m) go through `sudo -n`");
  app.add_option("--parallel", options->parallel, "Machines at once")
      ->check(CLI::Range(1, 256))
      ->capture_default_str();
  app.add_option("--connect-timeout", options->connect_timeout_s, "Seconds to wait for a login")
      ->check(CLI::Range(1.0, 120.0))
      ->capture_default_str();
  app.add_flag("--json", options->json, "One JSON document instead of text");
  return [options] { return run(*options); };
}

}  // namespace

extern const CommandSpec collect = {"Writes a site folder from live machines, over ssh or here",
                                    declare, false,
                                    "weft collect --hosts switches.txt --out site --sudo\n"
                                    "weft check cabling --plan plan.dot --site site --moves"};

}  // namespace weft::commands

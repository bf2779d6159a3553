// Asking hosts, and staging to those that lack the program; see ask.h.

#include "fabric/ask.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"
#include "fabric/control.h"
#include "fabric/idle.h"
#include "fabric/network.h"

namespace weft {
namespace {

constexpr std::size_t at_once = 32;  // hosts asked in parallel

// The program there, then what the host is doing.
std::string question(const std::string& program) {
  return fmt::format(
      "if [ -x '{0}' ]; then echo \"weft=$('{0}' --version 2>&1 | head -n 1)\"; "
      "else echo weft=none; fi\n{1}",
      program, activity_question);
}

// Paths go into shell text, so they are made of harmless characters only.
Result<void> check_path(const std::string& path) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  if (path.find_first_not_of(allowed) == std::string::npos) return {};
  return fail(fmt::format("the program's path '{}' has characters that are not safe on other hosts",
                          printable(path)),
              "install weft where the path has only letters, digits and ._/+-");
}

std::vector<std::string> hosts_of(const Layout& layout) {
  std::vector<std::string> hosts;
  for (const Endpoint& endpoint : layout.endpoints) {
    const std::string host = endpoint.user ? *endpoint.user + "@" + endpoint.host : endpoint.host;
    if (std::ranges::count(hosts, host) == 0) hosts.push_back(host);
  }
  return hosts;
}

std::string bare(const std::string& host) { return host.substr(host.find('@') + 1); }

Result<CommandOutput> on_host(const std::string& host, const std::vector<std::string>& agent,
                              const std::string& script, Nanos timeout) {
  Command command;
  if (is_this_machine(bare(host)) && agent == std::vector<std::string>{"ssh"}) {
    command.argv = {"sh", "-s"};
  } else {
    command.argv = agent;
    if (agent.front() == "ssh")
      command.argv.insert(command.argv.end(),
                          {"-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "--"});
    command.argv.insert(command.argv.end(), {host, "sh", "-s"});
  }
  command.input = script;
  command.timeout = timeout;
  return run_command(command);
}

template <class Each>
void for_each_host(const std::vector<std::string>& hosts, Each each) {
  std::atomic<std::size_t> next{0};
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < std::min(at_once, hosts.size()); ++i)
    threads.emplace_back([&] {
      for (std::size_t h = next++; h < hosts.size(); h = next++) each(hosts[h]);
    });
}

std::string_view weft_there(std::string_view said) {
  for (const std::string_view line : lines(said))
    if (line.starts_with("weft=")) return line.substr(5);
  return {};
}

std::string why_unreachable(const Result<CommandOutput>& output) {
  if (!output) return output.error().what;
  if (output->timed_out) return "no answer within 30 s";
  const auto said = lines(trim(output->err));
  return said.empty() ? fmt::format("exit status {}", output->status) : printable(said.back(), 200);
}

}  // namespace

Result<AskResult> ask(const Layout& layout, const AskOptions& options) {
  WEFT_CHECK(check_path(options.program));
  const std::string script = question(options.program);
  AskResult result;
  std::mutex mutex;
  std::map<std::string, std::uint64_t> workers;  // of each machine, whatever its hosts are called
  for_each_host(hosts_of(layout), [&](const std::string& host) {
    const auto output = on_host(host, options.agent, script, std::chrono::seconds(30));
    const std::scoped_lock lock(mutex);
    if (!output || output->timed_out || output->status != 0) {
      result.unreachable[bare(host)] = why_unreachable(output);
      return;
    }
    result.answers[bare(host)] = output->out;
    const Activity activity = parse_activity(output->out);
    const auto here = std::ranges::count(layout.endpoints, bare(host), &Endpoint::host);
    const std::string& machine = activity.kernel.empty() ? host : activity.kernel;
    workers[machine] += static_cast<std::uint64_t>(here);
    result.shares_cores |= workers[machine] > activity.cores;
    if (weft_there(output->out) != "weft " + options.version) result.lacking.push_back(bare(host));
    if (const std::string why = why_busy(activity); !why.empty()) result.busy[bare(host)] = why;
  });
  return result;
}

// Hosts may share a file system: each writes its own file, then renames.
static Result<std::string> staging_script(const std::string& folder, const std::string& program) {
  std::string out = fmt::format("set -e\numask 077\nmkdir -p {}/lib/weft\n", folder);
  const auto add = [&](const fs::path& from, const std::string& to) -> Result<void> {
    WEFT_TRY(const std::string bytes, read_file(from));
    out += fmt::format("base64 -d > {0}.$$ <<'END'\n{1}\nEND\nchmod 700 {0}.$$\nmv -f {0}.$$ {0}\n",
                       to, base64(std::as_bytes(std::span(bytes))));
    return {};
  };
  const fs::path modules = fs::path(program).parent_path() / "lib/weft";
  WEFT_TRY(const auto names, list_folder(modules.string()));
  for (const std::string& name : names)
    if (name.starts_with("backend_") && name.ends_with(".so"))
      WEFT_CHECK(add(modules / name, fmt::format("{}/lib/weft/{}", folder, name)));
  WEFT_CHECK(add(program, folder + "/weft"));
  return out + folder + "/weft --version\n";
}

Result<std::unique_ptr<Staging>> Staging::make(const Layout& layout, const std::string& program,
                                               const std::vector<std::string>& agent) {
  auto staging = std::make_unique<Staging>();
  staging->hosts_ = hosts_of(layout);
  staging->agent_ = agent;
  staging->folder_ = "/tmp/weft-" + random_token().substr(0, 12);
  WEFT_TRY(const std::string script, staging_script(staging->folder_, program));
  std::vector<Error> errors;
  std::mutex mutex;
  for_each_host(staging->hosts_, [&](const std::string& host) {
    const auto output = on_host(host, agent, script, std::chrono::seconds(120));
    if (output && !output->timed_out && output->status == 0) return;
    const std::scoped_lock lock(mutex);
    errors.push_back(
        {fmt::format("cannot stage weft to {}: {}", bare(host), why_unreachable(output)),
         {},
         "",
         {}});
  });
  if (errors.empty()) return staging;
  return Failure(collected(std::move(errors)));
}

Staging::~Staging() {
  const std::string script = fmt::format(
      "rm -f {0}/weft {0}/lib/weft/backend_*.so; rmdir {0}/lib/weft {0}/lib {0}", folder_);
  for_each_host(hosts_, [&](const std::string& host) {
    (void)on_host(host, agent_, script, std::chrono::seconds(30));
  });
}

}  // namespace weft

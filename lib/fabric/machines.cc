// Who runs where; see machines.h.

#include "fabric/machines.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "fabric/network.h"

namespace weft {

Result<void> check_machines(const std::vector<WorkerState>& workers,
                            const std::vector<std::uint32_t>& launched, const Layout& layout) {
  std::map<std::string, std::set<std::string>> hosts_of;     // machine -> hosts of the list
  std::map<std::string, std::set<std::string>> machines_of;  // host of the list -> machines
  for (std::size_t rank = 0; rank < launched.size(); ++rank) {
    const Hello& hello = workers[rank].hello;
    const std::string& host = layout.endpoints[launched[rank]].host;
    const std::string machine = hello.host + " " + hello.boot_id;
    hosts_of[machine].insert(host);
    machines_of[host].insert(printable(machine));
  }
  std::vector<Error> errors;
  for (const auto& [machine, hosts] : hosts_of)
    if (hosts.size() > 1)
      errors.push_back(
          {fmt::format("hosts {} are one machine, which calls itself {}", fmt::join(hosts, " and "),
                       printable(machine.substr(0, machine.find(' ')))),
           {},
           "its inner bandwidth would be reported as the fabric's; fix the host list",
           {}});
  for (const auto& [host, machines] : machines_of)
    if (machines.size() > 1)
      errors.push_back({fmt::format("the workers of host {} run on different machines: {}", host,
                                    fmt::join(machines, ", ")),
                        {},
                        "fix the host list",
                        {}});
  if (errors.empty()) return {};
  return Failure(collected(std::move(errors)));
}

std::string headline(const std::vector<WorkerState>& workers, const FabricInfo& info,
                     const Layout& layout) {
  const Hello& first = workers.front().hello;
  const std::string ranks = count_of(layout.endpoints.size(), "worker");
  if (info.hosts > 1)
    return fmt::format("A cluster of {} hosts with {}{}.", info.hosts, ranks,
                       info.shares_cores ? "; workers outnumber cores on some host" : "");
  const std::string share =
      info.shares_cores
          ? fmt::format(" share {}", count_of(static_cast<std::size_t>(first.cores), "core"))
          : "";
  return fmt::format("One machine without a fabric: {}{} on {}. Nothing here measures a network.",
                     ranks, share, printable(first.host));
}

std::string missing_workers(const std::vector<WorkerState>& workers,
                            const std::vector<std::uint32_t>& launched, const Layout& layout) {
  std::vector<std::string> missing;
  for (std::size_t rank = 0; rank < launched.size() && missing.size() < 20; ++rank)
    if (!workers[rank].ready) missing.push_back(layout.endpoints[launched[rank]].text());
  return join(missing, ", ");
}

Result<std::string> controller_address(const std::string& control_net, const Layout& layout) {
  if (!control_net.empty()) {
    WEFT_TRY(const NetworkInterface found, interface_in(control_net));
    return found.address;
  }
  for (const Endpoint& endpoint : layout.endpoints)
    if (!is_this_machine(endpoint.host)) return address_towards(endpoint.host);
  return "127.0.0.1";
}

Error start_failure(const std::string& output, const std::vector<Endpoint>& endpoints,
                    const std::string& program) {
  const LaunchWords said = launch_words(output, endpoints);
  std::string what = "mpirun could not start the workers";
  if (!said.hosts.empty()) what += fmt::format(" on {}", fmt::join(said.hosts, ", "));
  if (said.words.empty())
    what += " and said nothing";
  else
    what += "; it said:\n" + said.words;
  return {what, {}, fmt::format("`{} doctor` shows what is missing on a host", program), {}};
}

}  // namespace weft

// By `ip netns pids`; see host_processes.h.

#include "fault/host_processes.h"

#include <signal.h>

#include "base/text.h"

namespace weft {

Result<std::vector<ProcessId>> processes_of(const std::string& host) {
  WEFT_TRY(const std::string text, node_output("", {"ip", "netns", "pids", host}));
  std::vector<ProcessId> out;
  for (const std::string_view line : lines(text)) {
    const auto pid = parse_uint(trim(line));
    if (!pid || static_cast<pid_t>(*pid) == keeper_of_node(host)) continue;
    if (const auto process = process_now(static_cast<pid_t>(*pid))) out.push_back(*process);
  }
  return out;
}

Result<void> signal_all(const std::string& host, int number) {
  WEFT_TRY(const auto processes, processes_of(host));
  for (const ProcessId& process : processes)
    if (is_alive(process)) ::kill(static_cast<pid_t>(process.pid), number);
  return {};
}

}  // namespace weft

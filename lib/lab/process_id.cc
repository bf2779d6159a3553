// From /proc/PID/stat; see process_id.h.

#include "lab/process_id.h"

#include <fmt/format.h>
#include <signal.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"

namespace weft {

using Steady = std::chrono::steady_clock;

std::optional<ProcessId> process_now(pid_t pid) {
  const auto stat = read_file(fmt::format("/proc/{}/stat", pid), 4096);
  if (!stat) return std::nullopt;
  // "1234 (a name) S ...": the name may hold anything, so count from its end. Field 3 is the state,
  // field 22 the start.
  const auto fields = words(trim(std::string_view(*stat).substr(stat->rfind(')') + 1)));
  if (fields.size() < 20 || fields[0] == "Z" || fields[0] == "X") return std::nullopt;
  const auto started = parse_uint(fields[19]);
  if (!started) return std::nullopt;
  return ProcessId{pid, static_cast<std::int64_t>(*started)};
}

bool is_alive(const ProcessId& process) {
  const auto now = process.pid > 0 ? process_now(static_cast<pid_t>(process.pid)) : std::nullopt;
  return now && now->started == process.started;
}

static bool gone_within(const ProcessId& process, Nanos patience) {
  for (const auto end = Steady::now() + patience; is_alive(process); ::usleep(5000))
    if (Steady::now() >= end) return false;
  return true;
}

bool end_process(const ProcessId& process, Nanos patience) {
  if (!is_alive(process)) return true;
  ::kill(static_cast<pid_t>(process.pid), SIGTERM);
  if (gone_within(process, patience)) return true;
  ::kill(static_cast<pid_t>(process.pid), SIGKILL);
  return gone_within(process, std::chrono::seconds(5));
}

}  // namespace weft

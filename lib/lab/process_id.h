// A process by its id and the time of its start: an id alone may have gone to another one since.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

struct ProcessId {
  std::int64_t pid = 0;
  std::int64_t started = 0;  // in clock ticks since boot

  static constexpr auto fields() {
    return std::tuple{field("pid", &ProcessId::pid), field("started_ticks", &ProcessId::started)};
  }
};

// Nothing when there is no such process, or it has ended and only waits to be reaped.
std::optional<ProcessId> process_now(pid_t pid);
bool is_alive(const ProcessId& process);

// SIGTERM, after `patience` SIGKILL. True when it is gone. Never touches another process.
bool end_process(const ProcessId& process, Nanos patience);

}  // namespace weft

// What runs on a host of the lab.
#pragma once

#include <vector>

#include "fault/fault.h"
#include "lab/space.h"

namespace weft {

// Processes in the host's network, but for the one that keeps it.
Result<std::vector<ProcessId>> processes_of(const std::string& host);
Result<void> signal_all(const std::string& host, int number);

}  // namespace weft

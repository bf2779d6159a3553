// Load that is not the test's: what one host sends to all others.
#pragma once

#include "lab/layout.h"
#include "lab/process_id.h"

namespace weft {

// A process on the host that fills `share` of each of its ports with packets for the hosts of the
// same rail, half an hour at most. Inside the lab.
Result<ProcessId> start_noise(const LabLayout& layout, const LabNode& host, double share);

}  // namespace weft

// What the hosts' devices have counted while a step ran, a line a device.
#pragma once

#include <string>
#include <vector>

#include "model/step_record.h"

namespace weft {

struct CounterLine {
  std::string host, device;
  std::string counted;  // "tx_bytes 5,242,880, out_of_sequence 4"; "nothing" when all stood still
  std::string unknown;  // "cnp_sent (not available: ...)"; "" when all could be read
};

// Sorted as they came. A fact that a device counts twice is told once.
std::vector<CounterLine> counter_lines(const StepRecord& record);

}  // namespace weft

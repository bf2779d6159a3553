// The options of `weft measure` that say what is measured, and the suite of one step they make.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command.h"

namespace weft {

struct FlowMeasureOptions {
  std::string pattern;
  std::string transport = "mpi", operation = "write";
  std::vector<std::string> sizes;
  std::optional<std::string> round_time, rate;
  std::optional<std::int64_t> queue_pairs, queue_depth, dscp, service_level;
  bool duplex = false;
};

void declare_measure_options(CLI::App& app, FlowMeasureOptions& options);

// Error: an option that this transport does not have.
Result<std::string> suite_text(const FlowMeasureOptions& options);

}  // namespace weft

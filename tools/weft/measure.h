// What the parts of `weft measure` share: a suite of one step, run in a folder that is gone
// afterwards unless it was asked for.
#pragma once

#include "base/json_writer.h"
#include "launch.h"

namespace weft {

struct MeasureOptions {
  ChosenHosts launch;
  std::string sizes, time = "200ms";
  std::optional<std::string> out;
  bool json = false, quiet = false;
};
void declare_measure(CLI::App& app, MeasureOptions& options);

struct Measured {
  Run run;  // of one step
  std::vector<Sample> samples;
};

// `keys` writes the step's keys but sizes and round_time.
Result<Measured> measure_step(const MeasureOptions& options,
                              const std::function<void(JsonWriter&)>& keys);

std::function<int()> declare_measure_collective(CLI::App& app);

}  // namespace weft

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
// `what`: pairs, latency, incast, ring, permutation, loopback. Takes the options of `weft run`,
// too.
std::function<int()> declare_measure_flows(CLI::App& app, std::string_view what);

}  // namespace weft

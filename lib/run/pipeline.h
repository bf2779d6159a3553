// The pipeline, once: every way to run a suite calls it, and nothing in it knows which fabric it
// is.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "fabric/fabric.h"
#include "run/run_folder.h"
#include "suite/suite.h"

namespace weft {

// What a person is told while it runs.
struct RunProgress {
  std::string step;  // id
  std::size_t step_number = 0, steps = 0;
  std::uint64_t round = 0, rounds = 0;  // of this step
  Nanos left{0};                        // estimated, of the whole suite
  std::string note;                     // "measuring slow pairs again, alone"
};

struct Observer {
  std::function<void(const RunProgress&)> progress = [](const RunProgress&) {};
  std::function<void(const Event&)> event = [](const Event&) {};
};

// Runs what is left of the suite in the folder, judges it, writes run.json. The run says whether it
// is complete (not after Ctrl-C). Error: nothing could be run, or nothing can be written.
Result<Run> run_suite(const RunFolder& folder, const Suite& suite, Fabric& fabric,
                      const Observer& observer);

// The verdict from the files alone. `notes` of torn files become gaps.
Result<Run> judge_folder(const RunFolder& folder, const Suite& suite);

// The suite of a run folder, from its request.
Result<Suite> suite_of(const RunRequest& request);

}  // namespace weft

// The worker: a member of the MPI job that does what the controller assigns.
//
// Two threads: the main one runs MPI and the measuring loop; the control thread keeps the
// connection to the controller, reports progress, and ends the process when control is silent or
// gone, also after the process was frozen and woken, also when the controller was killed.
#pragma once

#include <string>

namespace weft {

struct WorkerOptions {
  std::string program;  // our own path, for the backend modules
  std::string version;
};

// Takes WEFT_CONTROL and WEFT_TOKEN from the environment. The exit code.
int run_worker(const WorkerOptions& options);

}  // namespace weft

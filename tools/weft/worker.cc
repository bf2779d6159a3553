// weft worker: what mpirun starts on the hosts. Not for people: it wants WEFT_CONTROL and
// WEFT_TOKEN in its environment and does what the controller there assigns.

#include "run/worker.h"

#include "base/process.h"
#include "command.h"
#include "version.h"

namespace weft::commands {

static std::function<int()> declare(CLI::App&) {
  return [] { return run_worker({own_path(), std::string(version())}); };
}

extern const CommandSpec worker = {"A member of a run, started by `weft run`", declare, true};

}  // namespace weft::commands

// A host without power: its processes are gone, its ports are down, nobody answers.

#include <fmt/format.h>
#include <signal.h>

#include "fault/host_processes.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) {
  WEFT_CHECK(set_silence(site.node(), Silence::dead));
  WEFT_CHECK(signal_all(site.node(), SIGKILL));
  std::string batch = fmt::format("link set {} down\n", site.layout.management_port);
  for (const LabPort& port : site.layout.node(site.node())->ports)
    batch += fmt::format("link set {} down\n", port.name);
  return run_batch("ip", site.node(), batch);
}

// Routes went with the ports' state; the daemon has to be started again.
Result<void> heal(const FaultSite& site) {
  WEFT_CHECK(set_silence(site.node(), Silence::none));
  return revive_host(site.layout, site.folder, site.state, site.node());
}

}  // namespace

extern const Fault killed_host = {"A host without power",
                                  "Its processes are killed, its ports are down.",
                                  "weft check cabling, weft lab run",
                                  PlaceKind::host,
                                  1,
                                  false,
                                  inject,
                                  heal};

}  // namespace weft::faults

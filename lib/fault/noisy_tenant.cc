// A host that is busy with somebody else's traffic: nine tenths of each of its ports.

#include <algorithm>
#include <chrono>

#include "fault/fault.h"
#include "fault/noise.h"

namespace weft::faults {
namespace {

bool is_noise(const FaultSite& site, const LabDaemon& daemon) {
  return daemon.node == site.node() && daemon.program == "noise";
}

Result<void> inject(const FaultSite& site) {
  WEFT_TRY(const ProcessId process, start_noise(site.layout, *site.layout.node(site.node()), 0.9));
  site.state.daemons.push_back({site.node(), "noise", process});
  return {};
}

Result<void> heal(const FaultSite& site) {
  for (const LabDaemon& daemon : site.state.daemons)
    if (is_noise(site, daemon)) end_process(daemon.process, std::chrono::seconds(2));
  std::erase_if(site.state.daemons, [&](const LabDaemon& d) { return is_noise(site, d); });
  return {};
}

}  // namespace

extern const Fault noisy_tenant = {"A noisy tenant",
                                   "The host fills 90 % of its ports with packets for all others.",
                                   "weft lab run acceptance",
                                   PlaceKind::host,
                                   1,
                                   false,
                                   inject,
                                   heal};

}  // namespace weft::faults

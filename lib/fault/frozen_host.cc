// A host that stands still: its processes do nothing, its ports stay up, who asks waits.

#include <signal.h>

#include "fault/host_processes.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) {
  WEFT_CHECK(set_silence(site.node(), Silence::frozen));
  return signal_all(site.node(), SIGSTOP);
}

Result<void> heal(const FaultSite& site) {
  WEFT_CHECK(set_silence(site.node(), Silence::none));
  return signal_all(site.node(), SIGCONT);
}

}  // namespace

extern const Fault frozen_host = {"A frozen host",
                                  "All its processes stand still, and who asks it waits.",
                                  "weft lab run: it is set aside and named",
                                  PlaceKind::host,
                                  1,
                                  false,
                                  inject,
                                  heal};

}  // namespace weft::faults

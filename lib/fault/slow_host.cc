// A host whose ports all carry less than half: as with a PCIe link at half width.

#include "fault/fault.h"
#include "lab/texts.h"

namespace weft::faults {
namespace {

Result<void> shape(const FaultSite& site, double share) {
  LabOptions options = site.layout.options;
  options.rate.bps *= share;
  for (const LabPort& port : site.layout.node(site.node())->ports) {
    WEFT_CHECK(run_batch("tc", site.node(), queue_batch(options, port.name)));
    WEFT_CHECK(run_batch("tc", port.far.node, queue_batch(options, port.far.name)));
  }
  return {};
}

Result<void> inject(const FaultSite& site) { return shape(site, 0.4); }
Result<void> heal(const FaultSite& site) { return shape(site, 1); }

}  // namespace

extern const Fault slow_host = {"A slow host",
                                "All ports of the host carry 40 % of their rate, both ways.",
                                "weft lab run acceptance",
                                PlaceKind::host,
                                1,
                                false,
                                inject,
                                heal};

}  // namespace weft::faults

// A host whose ports all carry less than half: as with a PCIe link at half width.

#include "fault/fault.h"
#include "lab/texts.h"

namespace weft::faults {
namespace {

Result<void> shape(const FaultSite& site, double share) {
  LabOptions options = site.layout.options;
  options.rate.bps *= share;
  const LabNode& host = *site.layout.node(site.node());
  for (const LabPort& port : host.ports) {
    const LabNode& leaf = *site.layout.node(port.far.node);
    WEFT_CHECK(run_batch("tc", host.name, rate_batch(options, host, port.name)));
    WEFT_CHECK(run_batch("tc", leaf.name, rate_batch(options, leaf, port.far.name)));
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

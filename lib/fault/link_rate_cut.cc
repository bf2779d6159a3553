// A link that carries a tenth of its rate, both ways, and does not say so.

#include "fault/fault.h"
#include "lab/texts.h"

namespace weft::faults {
namespace {

Result<void> shape(const FaultSite& site, BitRate rate) {
  LabOptions options = site.layout.options;
  options.rate = rate;
  for (const Port& end : {site.port(), site.far()})
    WEFT_CHECK(
        run_batch("tc", end.node, rate_batch(options, *site.layout.node(end.node), end.name)));
  return {};
}

Result<void> inject(const FaultSite& site) {
  return shape(site, BitRate{site.layout.options.rate.bps / 10});
}
Result<void> heal(const FaultSite& site) { return shape(site, site.layout.options.rate); }

}  // namespace

extern const Fault link_rate_cut = {"A link at a tenth of its rate",
                                    "Both ends of the cable are shaped to a tenth.",
                                    "weft lab run acceptance",
                                    PlaceKind::cable,
                                    1,
                                    false,
                                    inject,
                                    heal};

}  // namespace weft::faults

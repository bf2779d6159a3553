// A small MTU on the port that receives: larger packets are dropped in silence.

#include <fmt/format.h>

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> set(const FaultSite& site, std::int64_t mtu) {
  const Port far = site.far();
  return run_batch("ip", far.node, fmt::format("link set {} mtu {}\n", far.name, mtu));
}

Result<void> inject(const FaultSite& site) { return set(site, 1500); }
Result<void> heal(const FaultSite& site) { return set(site, site.layout.options.mtu); }

}  // namespace

extern const Fault mtu_receiver = {"A small MTU where packets arrive",
                                   "The far end of this port has MTU 1500: what is larger is lost "
                                   "without a word.",
                                   "weft check links",
                                   PlaceKind::cable,
                                   1,
                                   false,
                                   inject,
                                   heal};

}  // namespace weft::faults

// A small MTU on the port that sends: larger packets are refused with a message to their sender.

#include <fmt/format.h>

#include "fault/fault.h"

namespace weft::faults {
namespace {

Result<void> set(const FaultSite& site, std::int64_t mtu) {
  return run_batch("ip", site.node(), fmt::format("link set {} mtu {}\n", site.port().name, mtu));
}

Result<void> inject(const FaultSite& site) { return set(site, 1500); }
Result<void> heal(const FaultSite& site) { return set(site, site.layout.options.mtu); }

}  // namespace

extern const Fault mtu_sender = {"A small MTU where packets are sent",
                                 "This port has MTU 1500: its sender hears of it (ICMP).",
                                 "weft check links",
                                 PlaceKind::cable,
                                 1,
                                 false,
                                 inject,
                                 heal};

}  // namespace weft::faults

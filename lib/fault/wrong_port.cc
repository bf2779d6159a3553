// One end of a cable in a free port of the same switch, and the right port left empty.

#include <fmt/format.h>

#include "fault/cable.h"

namespace weft::faults {
namespace {

// The first port of the switch's series that has no cable: swp1s0, swp1s1, swp2s0 is after swp1s.
Port free_port(const FaultSite& site) {
  const LabNode& node = *site.layout.node(site.node());
  const std::string& name = site.port().name;
  const std::string stem = name.substr(0, name.find_last_not_of("0123456789") + 1);
  for (int n = 0;; ++n) {
    const std::string candidate = fmt::format("{}{}", stem, n);
    if (node.port(candidate) == nullptr) return {node.name, candidate};
  }
}

Result<void> inject(const FaultSite& site) {
  const Port far = site.far(), wrong = free_port(site);
  const LabPort& planned = *site.layout.node(far.node)->port(far.name);
  WEFT_CHECK(unplug(site, site.port()));
  WEFT_CHECK(run_batch("ip", "",
                       fmt::format("link add name {0} netns {1} address {2} mtu {3} type veth peer "
                                   "name {4} netns {5} mtu {3}\n",
                                   far.name, far.node, planned.mac, site.layout.options.mtu,
                                   wrong.name, wrong.node)));
  WEFT_CHECK(furnish_port(site.layout, site.folder, far));
  WEFT_CHECK(run_batch("ip", wrong.node, fmt::format("link set {} up\n", wrong.name)));
  return leave_open(site, site.port());
}

Result<void> heal(const FaultSite& site) {
  WEFT_CHECK(remove_port(site.port()));
  WEFT_CHECK(unplug(site, site.far()));
  return plug(site, site.port(), site.far());
}

}  // namespace

extern const Fault wrong_port = {"A cable in the wrong port",
                                 "The cable at this port is in a free port of the same node; the "
                                 "port itself is empty.",
                                 "weft check cabling",
                                 PlaceKind::cable,
                                 1,
                                 false,
                                 inject,
                                 heal};

}  // namespace weft::faults

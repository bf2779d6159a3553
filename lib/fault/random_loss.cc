// A link that loses one packet in fifty, both ways, with carrier up.

#include <fmt/format.h>

#include "fault/cable.h"

namespace weft::faults {
namespace {

Result<void> inject(const FaultSite& site) {
  for (const Port& end : {site.port(), site.far()})
    WEFT_CHECK(nft(end.node, fmt::format("table netdev loss_{0} {{\n"
                                         " chain out {{\n"
                                         "  type filter hook egress device \"{0}\" priority 0\n"
                                         "  numgen random mod 50 < 1 drop\n"
                                         " }}\n}}\n",
                                         end.name)));
  return {};
}

Result<void> heal(const FaultSite& site) {
  for (const Port& end : {site.port(), site.far()})
    WEFT_CHECK(nft(end.node, fmt::format("delete table netdev loss_{}\n", end.name)));
  return {};
}

}  // namespace

extern const Fault random_loss = {"A link that loses packets",
                                  "Two in a hundred packets are dropped in each direction.",
                                  "weft lab run of a suite over UDP at half of the links' rate",
                                  PlaceKind::cable,
                                  1,
                                  false,
                                  inject,
                                  heal};

}  // namespace weft::faults

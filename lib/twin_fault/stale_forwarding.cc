// FRR shows several ways, the kernel uses one (FRR 8.4.4 with nexthop objects, after a link flap).

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].stale_forwarding = true;
}

}  // namespace

extern const TwinFault stale_forwarding = {
    .title = "Stale forwarding",
    .about = "FRR shows all ways, the kernel forwards by the first of each group.",
    .place = TwinPlace::wide_switch,
    .places = 1,
    .expects = {{"stale_forwarding", Verdict::fail, true}},
    .source = "lab: stale_forwarding; reference lab.md",
    .put = put};

}  // namespace weft::twin_faults

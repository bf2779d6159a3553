// A whole row of cables one port too high: patched from a sheet that was off by one.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  // From the last to the first, so that each goes into a port that was just left.
  const std::int32_t node = places[0].node;
  const Role towards = state.nodes[std::size_t(state.at(places[0]).far.node)].role;
  TwinEnd to = free_port(state, places[0]);
  const auto ports = std::int32_t(state.nodes[std::size_t(node)].ports.size());
  for (std::int32_t p = ports - 1; p >= places[0].port; --p) {
    const TwinEnd far = state.at({node, p}).far;
    if (!far.there() || state.nodes[std::size_t(far.node)].role != towards) continue;
    unplug(state, {node, p});
    plug(state, to, far);
    to = {node, p};
  }
}

}  // namespace

extern const TwinFault shifted_row = {
    .title = "A row of cables shifted by one",
    .about = "From this port on, every cable to the same kind of node sits one port further.",
    .place = TwinPlace::fabric_port,
    .places = 1,
    .expects = {{"cabling", Verdict::fail}},
    .source = "case dx-h24",
    .moves = true,
    .put = put};

}  // namespace weft::twin_faults

// LLDP of a switch that stops after some port: a limit or a daemon, not cables.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  std::vector<TwinPort>& ports = state.nodes[std::size_t(places[0].node)].ports;
  for (std::size_t p = ports.size() / 2; p < ports.size(); ++p) ports[p].lldp_hears = false;
}

}  // namespace

extern const TwinFault lldp_cut_short = {
    .title = "LLDP of half of the ports",
    .about = "The switch lists no neighbours above some port, though the links are up.",
    .place = TwinPlace::any_switch,
    .places = 1,
    .expects = {{"cabling", Verdict::unknown, true}, {"cabling", Verdict::warn, true}},
    .source = "case dx-h22",
    .put = put};

}  // namespace weft::twin_faults

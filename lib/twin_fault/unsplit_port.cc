// A port that the plan splits in two and the switch does not: one port, at one neighbour.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  TwinNode& node = state.nodes[std::size_t(places[0].node)];
  const std::string lane = state.at(places[0]).name;
  const std::string cage = lane.substr(0, lane.find_last_not_of("0123456789"));
  for (TwinPort& port : node.ports)
    if (port.name != lane && port.name.starts_with(cage + "s")) port.absent = true;
  TwinPort& whole = state.at(places[0]);
  whole.name = whole.port_id = whole.port_description = cage;
}

}  // namespace

extern const TwinFault unsplit_port = {
    .title = "A breakout that is not configured",
    .about = "The cage of this port is not split: one port is there instead of two.",
    .place = TwinPlace::split_port,
    .places = 1,
    .expects = {{"cabling", Verdict::fail, true}},
    .suite = {{"failed_flow", Verdict::fail}},
    .source = "case pl-h08",
    .put = put};

}  // namespace weft::twin_faults

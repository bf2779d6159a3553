// The DPU answers LLDP instead of its host: the cable is right, the name is not.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  TwinPort& port = state.at(places[0]);
  port.speaker = state.nodes[std::size_t(places[0].node)].name + "-dpu0";
  port.port_id = port.port_description = "p0";
  port.port_id_type = "ifname";
  port.lldp_hears = false;
}

}  // namespace

extern const TwinFault dpu_speaks = {
    .title = "The DPU speaks instead of its host",
    .about = "LLDP on this NIC comes from the BlueField, under a name of its own.",
    .place = TwinPlace::host_port,
    .places = 1,
    .expects = {{"cabling", Verdict::unknown}},
    .source = "cases ll-h03, dx-h12",
    .put = put};

}  // namespace weft::twin_faults

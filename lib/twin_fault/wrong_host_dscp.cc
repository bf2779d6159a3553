// A host that marks its traffic for the lossy class.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].dscp = 0;
}

}  // namespace

extern const TwinFault wrong_host_dscp = {.title = "A wrong DSCP of a host",
                                          .about = "The host sends RoCE data with DSCP 0.",
                                          .place = TwinPlace::host,
                                          .places = 1,
                                          .expects = {{"qos_settings", Verdict::fail, true}},
                                          .later = "Part 5: RDMA and QoS",
                                          .source = "case dx-h09",
                                          .put = put};

}  // namespace weft::twin_faults

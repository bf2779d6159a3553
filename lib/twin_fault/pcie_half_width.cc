// A NIC at half of its PCIe lanes: the link is fine, the host cannot fill it.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.at(places[0]).pcie_width = 8;
}

}  // namespace

extern const TwinFault pcie_half_width = {.title = "PCIe at half width",
                                          .about = "The NIC has 8 of its 16 PCIe lanes.",
                                          .place = TwinPlace::host_port,
                                          .places = 1,
                                          .expects = {{"pcie", Verdict::fail}},
                                          .suite = {{"slow_flow", Verdict::fail}},
                                          .later = "Part 5: RDMA and QoS",
                                          .source = "design 6; reference facts 2.2",
                                          .put = put};

}  // namespace weft::twin_faults

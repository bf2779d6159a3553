// Messages over UDP, as RoCE v2 carries them but without an RDMA device: a source port a queue
// pair, so that switches spread them by hash; datagrams of the path's MTU that are never
// fragmented; DSCP and ECN set and read back; losses repeated, reordering tolerated (udp_source.h,
// udp_target.h).
//
// A thread plays the NIC: it answers what comes, also while the member does something else.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/units.h"
#include "measure/seams.h"

namespace weft {

struct UdpOptions {
  std::string address;            // ours, IPv4 or IPv6; packets leave by its interface
  std::int64_t mtu = 1500;        // of that interface, bytes; more than 9000 is not used
  std::uint8_t dscp = 26;         // RoCE's class on Spectrum-X
  std::optional<BitRate> rate;    // of each flow, payload; without one, each finds its own
  std::uint32_t queue_pairs = 1;  // of each flow: source ports that take its messages in turn
  std::uint64_t seed = 1;         // chooses the source ports, so that a run's paths can be repeated
};

// Collective. Error: no socket, or a member that did not come.
Result<std::unique_ptr<Transport>> make_udp_transport(Group& group, const UdpOptions& options,
                                                      Deadline deadline);

}  // namespace weft

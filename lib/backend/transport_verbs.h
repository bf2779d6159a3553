// Messages over RDMA (libibverbs): reliable connections, RoCE v2. A module loaded at run time, as
// MPI is; built where the headers of libibverbs are.
//
// Each pair of members has one queue pair for words (what a flow's ends tell each other, where its
// memory is, how many messages may be sent) and `queue_pairs` for its messages, in turn. A lane
// (measure/seams.h) is registered once with its block; its messages are then
//
//   write  written into the target's slots; every few of them, and the last ones, carry an
//          immediate, which tells the target that all before it are there too
//   send   sent into receives that the target has posted, never more than it said there are
//   read   read by the target out of the source's slots
#pragma once

#include <memory>
#include <string>

#include "base/units.h"
#include "measure/seams.h"
#include "model/step.h"

namespace weft {

// Chosen by lib/fabric/rdma.h: the NIC of this member's rail.
struct VerbsPort {
  std::string device;  // "mlx5_0"
  std::uint8_t port = 1;
  std::uint8_t gid_index = 0;
};

struct VerbsOptions {
  Operation operation = Operation::write;
  std::uint32_t queue_pairs = 1;    // of each flow
  std::uint32_t queue_depth = 128;  // of each queue pair, at least
  std::uint8_t dscp = 26;           // RoCE's class on Spectrum-X
  std::uint8_t service_level = 0;
  bool shares_cores = false;                 // who finds nothing to do sleeps at once
  std::uint64_t seed = 1;                    // chooses the UDP source ports, where the device can
  Nanos patience = std::chrono::seconds(4);  // without any answer, before a message is given up
};

// What the module keeps over the steps of a run: the device and what is registered with it.
class VerbsDevice {
 public:
  virtual ~VerbsDevice() = default;
  // Collective. Error: a member did not come, or has no device; one that cannot be reached fails
  // when it is used.
  virtual Result<std::unique_ptr<Transport>> transport(Group& group, const VerbsOptions& options,
                                                       Deadline deadline) = 0;
};

// The module exports `weft_verbs` with this type. Error: no such device, port or GID.
using OpenVerbs = Result<std::unique_ptr<VerbsDevice>>(const VerbsPort& port);

}  // namespace weft

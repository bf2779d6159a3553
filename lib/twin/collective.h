// How long a collective takes on the twin: its rounds (pattern/collective_rounds.h), each until its
// last transfer has ended, with max-min rates over the fabric and over NVLink inside of nodes.
#pragma once

#include "pattern/collective_rounds.h"
#include "twin/traffic.h"
#include "twin/transfers.h"

namespace weft {

struct TwinCollective {
  std::string_view collective, algorithm;
  double bytes = 0;               // as nccl-tests counts them
  std::span<const TwinNic> nics;  // by member; those of a host are neighbours, in order of rails
  std::uint64_t seed = 1;         // of source ports
};

// Facts: an H100 node's ring over NVLink gives 366 GB/s (reference facts 4.1).
struct CollectiveSettings {
  double nvlink_bps = 8 * 370e9;  // of each GPU, each way
  double nvlink_ns = 1000;        // of a hop
};

struct CollectiveOutcome {
  bool works = false;
  std::string why = {};  // it does not: which transfer, and why
  double seconds = 0;
  double bus_bps = 0;  // bytes over time, times the bus factor
  std::uint64_t rounds = 0;
};

Result<CollectiveOutcome> collective_outcome(TwinTraffic& traffic, const TwinCollective& request,
                                             const CollectiveSettings& settings = {});

}  // namespace weft

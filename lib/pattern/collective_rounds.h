// Collectives as the rounds of transfers that they are made of, as NCCL makes them, for whoever
// wants their load or their time without running them.
//
// Sizes are those of nccl-tests: of the whole buffer of a rank; for all_gather and reduce_scatter
// of the gathered one. Channels: as many as the smallest node has members; each has a network
// interface (rail) of its own, which it uses in every node, so that rails do not meet outside of
// nodes. Sources: NVIDIA/nccl-tests PERFORMANCE.md; Sanders, Speck and Traeff, "Two-tree
// algorithms for full bandwidth broadcast, reduction and scan" (2009).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

struct CollectiveMember {
  std::uint32_t node = 0, rail = 0;
};

struct CollectiveTransfer {
  std::uint32_t source = 0, target = 0;  // members; of one node: over NVLink
  double bytes = 0;
};

// Transfers that run at once. A ring does the same ones many times, one after the other.
struct CollectivePhase {
  std::vector<CollectiveTransfer> transfers;
  std::uint64_t times = 1;
  std::uint64_t hops = 1;  // the longest chain inside: a byte waits for so many latencies
};

// Collectives: all_reduce, all_gather, reduce_scatter, broadcast, all_to_all. Algorithms:
//   ring          a ring a channel; broadcast is a pipeline along it
//   tree          two binary trees over the nodes a channel, a chain inside of each node
//                 (all_reduce, broadcast)
//   hierarchical  over NVLink inside of nodes, rings a rail between them, one after the other
//                 (all_reduce, all_gather, reduce_scatter)
//   direct        everybody to everybody at once (all_to_all)
// Members of a node are neighbours in the list. Error: no such pair, fewer than two members, or
// nodes of different sizes where the algorithm wants them equal.
Result<std::vector<CollectivePhase>> collective_rounds(std::string_view collective,
                                                       std::string_view algorithm,
                                                       std::span<const CollectiveMember> members,
                                                       double bytes);

}  // namespace weft

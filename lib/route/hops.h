// Next hops: for every switch, the links on which it may send what is for a leaf, all of them
// equally short. Breadth-first from the leaves that have NICs, over live links and through switches
// only: what eBGP with one AS number a switch comes to. Nothing is assumed of the wiring.
//
// Kept per leaf and switch, not per pair of hosts, and equal sets of links once: in a Clos a leaf
// has one set for all others, so memory is leaves x switches x 8 bytes.
#pragma once

#include "route/graph.h"

namespace weft {

class NextHops {
 public:
  // `dead`, by link: not used. Empty: all live.
  explicit NextHops(const LinkGraph& graph, std::span<const std::uint8_t> dead = {});

  // From a switch to a leaf, both as nodes. Empty: there is no way, or it is that leaf.
  std::span<const std::uint32_t> links(std::uint32_t node, std::uint32_t leaf) const;
  // What a switch can send to that leaf over all its ways, bit/s: capacity that failed or was cut
  // further on is missing here. Infinite at the leaf itself.
  double reach(std::uint32_t node, std::uint32_t leaf) const;
  bool dead(std::uint32_t link) const { return !dead_.empty() && dead_[link] != 0; }

 private:
  class Builder;
  std::size_t cell(std::uint32_t node, std::uint32_t leaf) const {
    return static_cast<std::size_t>(leaf_number_[leaf]) * switches_ + switch_number_[node];
  }

  std::uint32_t switches_ = 0;
  std::vector<std::uint32_t> switch_number_, leaf_number_;  // by node, `nowhere` for others
  std::vector<std::uint8_t> dead_;
  std::vector<std::uint32_t> set_;    // by leaf and switch: which set
  std::vector<float> reach_;          // likewise
  std::vector<std::uint32_t> first_;  // by set, and one more: where its part of `links_` begins
  std::vector<std::uint32_t> links_;
};

}  // namespace weft

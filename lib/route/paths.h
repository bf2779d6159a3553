// Which links a flow takes, and which share of it each link carries.
//
// hash: each switch picks one of its ways by the 5-tuple and a seed of its own, as ECMP does; two
//   switches with one seed pick alike, so that the later one uses a part of its ways only
//   (polarisation). The mix is not linear in the seed: with a CRC another seed would only permute
//   the choices, and the flows that met once would meet again.
// spray: each packet goes its own way, over all live ways by the capacity that is left behind them
//   (adaptive routing).
// fixed: by the target alone, the same for everybody (static routes; fat trees' D-mod-k).
// first: one way for all (BGP with maximum-paths 1, a stale entry in the kernel).
// RoCE v2 is UDP to port 4791: what tells flows of two NICs apart is the source port.
#pragma once

#include <unordered_map>

#include "route/hops.h"

namespace weft {

struct FiveTuple {
  std::uint32_t source = 0, target = 0;  // addresses
  std::uint16_t source_port = 0, target_port = 4791;
  std::uint8_t protocol = 17;
};

std::uint64_t hash_of(const FiveTuple& tuple, std::uint64_t seed);

enum class Spreading : std::uint8_t { hash, spray, fixed, first };

// How one switch chooses. `weighted`: hashing by the capacity behind each way (weighted ECMP).
struct SwitchChoice {
  Spreading spreading = Spreading::hash;
  std::uint64_t seed = 0;
  bool weighted = false;
};

// Seeds that differ, from one: what switches come with.
std::vector<SwitchChoice> choices_for(const LinkGraph& graph, Spreading spreading,
                                      std::uint64_t seed);

// Flows over links in one flat array. Links of a flow are in the order of travel; `stage` counts
// hops from 0, and links of one stage are alternatives that `share` splits the flow over.
struct FlowPaths {
  std::vector<std::uint32_t> first = {0};  // by flow, and one more
  std::vector<std::uint32_t> link;
  std::vector<float> share;
  std::vector<std::uint8_t> stage;

  std::uint32_t flows() const { return static_cast<std::uint32_t>(first.size() - 1); }
  std::span<const std::uint32_t> links_of(std::uint32_t flow) const {
    return std::span(link).subspan(first[flow], first[flow + 1] - first[flow]);
  }
};

class PathFinder {
 public:
  PathFinder(const LinkGraph& graph, const NextHops& hops, std::vector<SwitchChoice> choices);

  // Adds the way of one flow from NIC to NIC (indexes of graph.nics). False: there is none, and
  // the flow is added without links.
  bool add(const FiveTuple& tuple, std::uint32_t source, std::uint32_t target, FlowPaths& paths);

 private:
  struct Arrival {
    std::uint32_t node;
    double share;
  };
  bool walk(const FiveTuple& tuple, std::uint32_t from_leaf, std::uint32_t target,
            FlowPaths& paths);
  bool step(const FiveTuple& tuple, std::uint32_t target, std::uint8_t stage, FlowPaths& paths);
  void spray(const Arrival& at, std::uint32_t leaf, std::uint8_t stage, FlowPaths& paths);
  double weight(std::uint32_t link, std::uint32_t leaf) const;
  std::uint32_t pick(const FiveTuple& tuple, const Arrival& at, std::uint32_t target);
  void arrive(std::uint32_t node, double share);

  const LinkGraph& graph_;
  const NextHops& hops_;
  std::vector<SwitchChoice> choices_;
  std::vector<Arrival> here_, next_;
  std::vector<std::uint32_t> place_;  // by node: where in next_
  std::vector<double> weights_;       // of the ways of one switch
  // Ways between two leaves on which nobody hashed: the same for all flows, as long as they fit.
  bool hashed_ = false;
  FlowPaths kept_;
  std::unordered_map<std::uint64_t, std::uint32_t> kept_at_;
};

}  // namespace weft

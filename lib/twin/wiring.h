// The twin's state as links that carry load: what is plugged, up and routed, how much each
// direction carries, who loses packets, how each switch chooses among its ways.
#pragma once

#include "route/paths.h"
#include "twin/state.h"

namespace weft {

// Port speed is not what a NIC moves: PCIe (128b/130b and about a tenth for its own packets) and
// the NIC itself may be slower, and a foreign job takes its part.
BitRate usable_rate(const TwinPort& port);

struct TwinWiring {
  LinkGraph graph;                 // nodes are those of the state
  std::vector<TwinEnd> sender;     // by link: the port that it leaves
  std::vector<std::uint8_t> dead;  // by link: no light, or no route over it
  std::vector<double> loss;        // by link, of its packets
  std::vector<std::int64_t> mtu;   // by link: the smaller one of its ends
  TwinEnd receiver(std::uint32_t link) const { return sender[reverse_of(link)]; }
};

TwinWiring wiring_of(const TwinState& state);

// How each node chooses among its ways for packets of that DSCP: adaptive routing takes only what
// it classifies as RoCE, the rest is hashed (reference facts 5.5).
std::vector<SwitchChoice> choices_of(const TwinState& state, std::int64_t dscp);

// The NICs of a host as plan and workers count them: its ports that are planned, by rail, then in
// their order. Each an index of graph.nics; `nowhere`: no cable in it now.
std::vector<std::uint32_t> nics_of_host(const TwinState& state, const TwinWiring& wiring,
                                        std::int32_t host);
std::vector<std::int32_t> ports_of_host(const TwinState& state, std::int32_t host);

// Whether the switch has a route to that leaf.
bool has_route(const TwinState& state, std::uint32_t from, std::uint32_t leaf);

}  // namespace weft

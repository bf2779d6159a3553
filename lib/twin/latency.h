// How long a small message takes: ends, switches and cables on the way, and the queues there.
//
// Facts: half a round trip of ib_write_lat, 8 B, between 400G NICs: 2-3 us under one leaf, 3-4 us
// across a spine (sites' pass lines 4.2 and 5 us; no vendor figure, so these are settings); a
// Spectrum-4 hop 400 to 600 ns (secondary sources); light in fibre 4.9 ns a metre.
#pragma once

#include "route/paths.h"

namespace weft {

struct LatencySettings {
  double ends_ns = 1700;            // both NICs and hosts together
  double switch_ns = 500;           // of each switch
  double cable_ns = 50;             // of each link: 10 m
  double packet_bits = 4178 * 8;    // of the bulk traffic, on the wire: RoCE at path MTU 4096
  double queue_bits = 150'000 * 8;  // where ECN begins to mark: what congestion control holds
};

// Half a round trip of one packet of `bytes` with nothing else there.
double base_latency_ns(const LatencySettings& settings, const LinkGraph& graph,
                       const FlowPaths& paths, std::uint32_t flow, double bytes);

// What it waits on the way, given the bit/s that each link carries: a queue of random arrivals
// where there is room (M/D/1), the marking threshold where the link is full.
double queueing_ns(const LatencySettings& settings, std::span<const double> capacity,
                   const FlowPaths& paths, std::uint32_t flow, std::span<const double> carried);

// Bit/s by link, for rates by flow.
std::vector<double> carried_by_links(const FlowPaths& paths, std::span<const double> rates,
                                     std::size_t links);

}  // namespace weft

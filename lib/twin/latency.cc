// Sums over the hops of a flow; see latency.h.

#include "twin/latency.h"

#include <algorithm>

namespace weft {

double base_latency_ns(const LatencySettings& s, const LinkGraph& graph, const FlowPaths& paths,
                       std::uint32_t flow, double bytes) {
  const auto links = paths.links_of(flow);
  if (links.empty()) return s.ends_ns;
  const int hops = paths.stage[paths.first[flow + 1] - 1] + 1;
  const double wire_ns = bytes * 8e9 / graph.capacity[links[0]];
  return s.ends_ns + hops * s.cable_ns + (hops - 1) * s.switch_ns + wire_ns;
}

double queueing_ns(const LatencySettings& s, std::span<const double> capacity,
                   const FlowPaths& paths, std::uint32_t flow, std::span<const double> carried) {
  double sum = 0;
  for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
    const std::uint32_t link = paths.link[e];
    const double load = std::min(carried[link] / capacity[link], 1.0);
    const double packets = load < 1 ? load / (2 * (1 - load)) : 1e9;
    const double bits = std::min(packets * s.packet_bits, s.queue_bits);
    sum += bits / capacity[link] * 1e9 * paths.share[e];
  }
  return sum;
}

std::vector<double> carried_by_links(const FlowPaths& paths, std::span<const double> rates,
                                     std::size_t links) {
  std::vector<double> carried(links, 0);
  for (std::uint32_t flow = 0; flow < paths.flows(); ++flow)
    for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e)
      carried[paths.link[e]] += rates[flow] * paths.share[e];
  return carried;
}

}  // namespace weft

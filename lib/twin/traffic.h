// What a round of flows gets on the twin's fabric: bandwidth, latency, losses; a pure function of
// the state and the flows. Every transport is carried from NIC to NIC as RoCE is: adaptive routing
// spreads it where it is on. What each packet costs on the wire differs by transport. Between two
// NICs of one host only verbs goes out to the leaf; the rest stays inside, at the NIC's line rate,
// since what memory gives is not modelled.
#pragma once

#include <map>

#include "twin/congestion.h"
#include "twin/latency.h"
#include "twin/wiring.h"

namespace weft {

// NICs by their place among a host's.
struct TwinNic {
  std::int32_t host = -1;  // node
  std::int32_t port = -1;
  std::uint32_t nic = nowhere;  // of the wiring's graph
};

struct TwinFlow {
  TwinNic source, target;
  std::uint16_t source_port = 49152;
};

struct TwinFlowResult {
  bool works = false;      // there is a way, and packets of this size arrive
  std::string why = {};    // it does not
  double payload_bps = 0;  // new bytes that arrive
  double latency_ns = 0;   // half a round trip of a small message, nothing else there
  double queueing_ns = 0;  // on top of it, beside the round's other flows
  double lost = 0;         // share of packets
  double again = 0;        // packets that are sent another time, for each new one
};

struct TrafficSettings {
  LatencySettings latency;
  double round_trip_ns = 8000;
  double half_size_bytes = 512;  // a message of this size reaches half of the bandwidth
};

// Bytes of an Ethernet frame's payload that a transport fills, and what of it is not payload of
// ours; on the wire 38 bytes more (preamble, header, FCS, gap; IEEE 802.3).
struct TwinFraming {
  double packet = 0;    // IP packet at full size
  double overhead = 0;  // of it: headers
  double efficiency() const { return packet > 0 ? (packet - overhead) / (packet + 38) : 0; }
};
// RoCE v2 on IPv4: 44 bytes around one path MTU, which Linux takes as the largest of 256 to 4096
// that leaves 96 bytes of room. mpi: TCP with timestamps; udp: our own header of 64 bytes too.
TwinFraming framing_of(std::string_view transport, std::int64_t mtu);

// How the last round's load met on the links, for those who count it (meter.h).
struct TwinTrace {
  const TwinWiring* wiring;
  const FlowPaths* paths;                 // no links: stays inside its host, or does not work
  std::span<const TwinFraming> framing;   // by flow
  std::span<const std::int64_t> dscp;     // by flow
  const CongestedRates* rates;            // empty without load
  std::span<const std::uint8_t> held;     // by flow: the stage at which it is held back
  std::span<const std::uint8_t> crowded;  // by link: 1 queues, 2 and nobody slows down
};

class TwinTraffic {
 public:
  // The state must outlive this.
  explicit TwinTraffic(const TwinState& state, TrafficSettings settings = {});

  TwinNic nic(std::int32_t host, std::size_t slot) const;
  std::size_t slots(std::int32_t host) const { return nics_[std::size_t(host)].size(); }

  // Results in the order of the flows, all at once on the wire, messages of `bytes`. `load`: false
  // for small messages one at a time, which leave the links empty.
  // `dscp`: absent, RoCE's as each host sends it.
  std::span<const TwinFlowResult> round(std::span<const TwinFlow> flows, std::string_view transport,
                                        double bytes, bool load,
                                        std::optional<std::int64_t> dscp = {});
  TwinTrace trace() const { return {&wiring_, &paths_, framing_, dscp_, &rates_, held_, crowded_}; }

 private:
  bool route(const TwinFlow& flow, std::int64_t dscp, TwinFlowResult& result);
  PathFinder& finder(std::int64_t dscp);
  bool pushes(std::uint32_t flow, const TwinNic& source) const;
  void crowd(std::span<const std::uint8_t> pushing);
  void solve(std::span<const TwinFlow> flows);
  bool stays_inside(const TwinFlow& flow, std::string_view transport) const;
  std::int64_t mtu_of(const TwinNic& nic) const;
  void check_sizes(double bytes, bool load);
  void share(std::span<const TwinFlow> flows, double bytes);

  const TwinState& state_;
  TrafficSettings settings_;
  TwinWiring wiring_;
  NextHops hops_;
  std::map<std::int64_t, PathFinder> finders_;  // by DSCP
  bool rails_only_ = true;  // no switch is cabled to another: rails meet inside of hosts
  std::vector<std::vector<TwinNic>> nics_;  // by node
  FlowPaths paths_;
  std::vector<TwinFraming> framing_;  // by flow: what its two NICs agree on
  std::vector<std::int64_t> dscp_;    // by flow
  CongestedRates rates_;
  std::vector<std::uint8_t> held_, crowded_;
  std::vector<double> inside_;  // by flow: rate of one that stays in its host, else 0
  std::vector<TwinFlowResult> results_;
};

}  // namespace weft

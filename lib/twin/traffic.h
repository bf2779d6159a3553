// What a round of flows gets on the twin's fabric: bandwidth, latency, losses; a pure function of
// the state and the flows. Every transport is carried from NIC to NIC as RoCE is: adaptive routing
// spreads it where it is on. What each packet costs on the wire differs by transport. Between two
// NICs of one host only verbs goes out to the leaf; the rest stays inside, at the NIC's line rate,
// since what memory gives is not modelled.
#pragma once

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

class TwinTraffic {
 public:
  // The state must outlive this.
  explicit TwinTraffic(const TwinState& state, TrafficSettings settings = {});

  TwinNic nic(std::int32_t host, std::size_t slot) const;
  std::size_t slots(std::int32_t host) const { return nics_[std::size_t(host)].size(); }

  // Results in the order of the flows, all at once on the wire, messages of `bytes`. `load`: false
  // for small messages one at a time, which leave the links empty.
  std::span<const TwinFlowResult> round(std::span<const TwinFlow> flows, std::string_view transport,
                                        double bytes, bool load);

 private:
  bool route(const TwinFlow& flow, TwinFlowResult& result);
  bool stays_inside(const TwinFlow& flow, std::string_view transport) const;
  std::int64_t mtu_of(const TwinNic& nic) const;
  void check_sizes(double bytes, bool load);
  void share(std::span<const TwinFlow> flows, double bytes);

  const TwinState& state_;
  TrafficSettings settings_;
  TwinWiring wiring_;
  NextHops hops_;
  PathFinder finder_;
  bool rails_only_ = true;  // no switch is cabled to another: rails meet inside of hosts
  std::vector<std::vector<TwinNic>> nics_;  // by node
  FlowPaths paths_;
  std::vector<TwinFraming> framing_;  // by flow: what its two NICs agree on
  std::vector<double> inside_;        // by flow: rate of one that stays in its host, else 0
  std::vector<TwinFlowResult> results_;
};

}  // namespace weft

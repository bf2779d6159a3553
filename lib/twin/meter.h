// Counters from load: what each round of flows moved, in whole frames, added to the counters of the
// ports that it passed. Every counter counts Ethernet frames with header and FCS, so that what a
// NIC sent is what its peers received and what the switches between carried, but for the frames
// that were dropped or damaged on the way, which are counted where that happened.
//
// Left out: acknowledgements (under 1 % of the bytes), what a foreign job sends, frames of flows
// that do not work at all.
#pragma once

#include "twin/traffic.h"

namespace weft {

// What flows and rates alone do not say. Orders of magnitude: that a counter moves is what the
// model knows, by how much is this.
struct MeterSettings {
  double round_trip_ns = 8000;
  double marked = 0.01;             // share where congestion control holds the queue (DCQCN, 2015)
  double cnp_interval_ns = 50'000;  // of a flow: at most one CNP each (the same)
  double overtaken = 0.05;          // share that arrives out of order when packets are sprayed
  double pause_above_bytes = 1 << 20;  // a queue at the start of a round, before ECN was heard
};

class TwinMeter {
 public:
  // `counted` is the state that `traffic` is of; only its counters are changed.
  TwinMeter(TwinState& counted, const TwinTraffic& traffic, MeterSettings settings = {});

  // The round that `traffic` computed last. `messages`: of each flow, that arrived; each of
  // `bytes`. `load` as it was computed; small messages are answered, one for one.
  void count(std::span<const TwinFlow> flows, std::span<const TwinFlowResult> results,
             std::span<const std::int64_t> messages, double bytes, double seconds, bool load);

  // Frames of one flow.
  struct Frames {
    std::uint32_t flow = 0;
    std::uint64_t bytes = 0;  // of one
    std::uint64_t sent = 0, arrived = 0, marked = 0, overtaken = 0;
  };
  std::span<const Frames> frames() const { return frames_; }  // of the last round, by flow

 private:
  void begin(double seconds);
  void bursts();
  void pause(std::uint32_t link, std::uint64_t frames);
  void carry(Frames& frames);
  std::size_t carry_from(std::size_t entry, Frames& frames);
  void carry_over(std::uint32_t entry, std::uint64_t frames_in, Frames& frames);
  void send_back(std::uint32_t flow, std::uint64_t frames, std::uint64_t bytes, std::int64_t dscp);
  void count_ends(const TwinFlow& flow, Frames& frames, double per_message, double seconds);
  void move(std::uint32_t link, std::int64_t dscp, std::uint64_t sent, std::uint64_t arrived,
            std::uint64_t bytes);
  TwinCounters::Priority& sent_by(std::uint32_t link, std::int64_t dscp);
  std::uint64_t whole(double frames);  // rounded up or down so that many come out right

  TwinState& state_;
  const TwinTraffic& traffic_;
  TwinTrace trace_;
  MeterSettings settings_;
  std::uint64_t random_ = 1;
  std::vector<std::uint64_t> at_;       // by node: frames of this flow that wait there
  std::vector<std::uint64_t> dropped_;  // by entry of the paths: at the start of the round
  std::vector<Frames> frames_;
  std::vector<double> burst_;  // by link, bytes
};

}  // namespace weft

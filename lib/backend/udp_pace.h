// How fast one source sends to one target: a window of packets in flight, spread over the round
// trip.
//
// The window grows by a packet a round trip and shrinks, once a round trip, on loss, on congestion
// marks by their share (as DCTCP, RFC 8257), and when packets queue for longer than `most_queueing`
// (the idea of Swift, SIGCOMM 2020): every packet of a round trip, so that a host that was busy for
// a moment is not taken for a queue. It may fall below one packet: then packets are sent less often
// than once a round trip, so that an incast of many sources still fits into a short queue. With a
// rate asked for, only that rate paces and the window only bounds what is in flight.
#pragma once

#include <cstdint>
#include <optional>

#include "base/units.h"

namespace weft::udp {

class Pace {
 public:
  explicit Pace(std::optional<Nanos> between = std::nullopt) : between_(between) {}

  struct Answer {
    std::size_t packets = 0;  // answered now
    std::size_t marked = 0;   // of them with a congestion mark
    Nanos round_trip{0};      // of the newest of them
    Nanos queueing{0};        // its way, less the shortest so far
  };
  void on_answer(const Answer& answer, Nanos now);
  void on_loss(Nanos now);
  void on_silence();  // nothing came back for a whole timeout

  double window() const { return window_; }  // packets
  Nanos round_trip() const { return smooth_; }
  Nanos timeout() const;     // without an answer for so long, what is in flight is lost
  Nanos reordering() const;  // a packet this much older than an answered one is lost
  // Between two packets, the first of them `share` of a full one: a rate that was asked for counts
  // its bytes.
  Nanos gap(double share = 1) const;

 private:
  void shrink(double factor, Nanos now);
  Nanos standing_queue(Nanos queueing, Nanos now);

  std::optional<Nanos> between_;
  double window_ = 10, marked_share_ = 0;
  bool starting_ = true;  // the window doubles each round trip until the first sign of a queue
  Nanos smooth_{0}, varies_{0}, shrunk_at_{-1'000'000'000};
  Nanos least_queueing_{0}, looked_since_{0};  // of the packets since then
};

}  // namespace weft::udp

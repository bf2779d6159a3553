// The sending end towards one target: cuts messages into packets, keeps what is in flight, says
// what was lost. Knows no socket and no clock: the time comes with each call.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "backend/udp_pace.h"
#include "backend/udp_packet.h"
#include "measure/seams.h"

namespace weft::udp {

class Source {
 public:
  // `payload`: bytes of a message in one packet. `catch_up`: packets that leave at once when the
  // sender was late.
  Source(std::size_t payload, Pace pace, int catch_up = 8)
      : payload_(payload), pace_(pace), catch_up_(catch_up) {}

  void post(Transport::Ticket ticket, std::uint32_t tag, std::uint64_t message,
            const std::byte* data, std::size_t size);

  struct Packet {
    DataHeader header;
    const std::byte* payload;
    std::size_t size;
  };
  // The packet that may be sent now, if any.
  std::optional<Packet> next(Nanos now);
  // The last `count` packets of next() did not leave after all.
  void take_back(std::size_t count, Nanos now);
  // When to call next() or expire() again without an answer; nothing when nothing is left to do.
  std::optional<Nanos> wake() const;

  // Tickets of the messages that are whole on the other side are added to `done`. The round trip of
  // the newest packet that is answered now, if any is.
  std::optional<Nanos> answered(const AckHeader& ack, Nanos now,
                                std::vector<Transport::Ticket>& done);
  // What has been in flight for too long without any answer is lost.
  void expire(Nanos now);

  const PacketCounts& counts() const { return counts_; }
  const Pace& pace() const { return pace_; }

 private:
  struct Message {
    Transport::Ticket ticket;
    std::uint32_t tag;
    std::uint64_t number;
    const std::byte* data;
    std::size_t size;
    std::size_t next = 0, left = 0;  // chunks: the first never sent; not yet answered
    std::vector<bool> there;         // chunks that were answered
  };
  struct InFlight {
    std::uint64_t message = 0;  // position in messages_, counted from the first ever
    std::size_t chunk = 0;
    Nanos sent{0};
    bool over = true;  // answered or given up
  };

  std::optional<std::pair<std::uint64_t, std::size_t>> choose();
  void answer_one(InFlight& packet, std::vector<Transport::Ticket>& done);
  std::size_t lose_before(Nanos sent);
  void drop_finished();
  Message& message_at(std::uint64_t position) { return messages_[position - first_message_]; }

  std::size_t payload_;
  Pace pace_;
  int catch_up_;
  std::deque<Message> messages_;
  std::uint64_t first_message_ = 0;  // position of messages_.front()
  std::uint64_t sending_ = 0;        // position of the message with chunks never sent
  std::deque<InFlight> packets_;
  std::uint64_t first_packet_ = 0;                           // number of packets_.front()
  std::deque<std::pair<std::uint64_t, std::size_t>> again_;  // lost: message position, chunk
  std::size_t in_flight_ = 0;
  Nanos may_send_{0}, last_sign_{0}, shortest_way_{Nanos::max()};
  AckHeader last_{};  // counters of the latest answer
  PacketCounts counts_;
};

}  // namespace weft::udp

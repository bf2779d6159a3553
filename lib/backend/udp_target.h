// The receiving end of one source: puts packets together to messages in whatever order they come,
// and says what came. Knows no socket and no clock.
#pragma once

#include <bitset>
#include <cstdint>
#include <map>
#include <vector>

#include "backend/udp_packet.h"
#include "base/units.h"
#include "measure/seams.h"

namespace weft::udp {

class Target {
 public:
  explicit Target(std::size_t payload) : payload_(payload) {}

  // Messages of a tag meet the posted buffers in order. Error: the message is longer.
  Result<void> post(Transport::Ticket ticket, std::uint32_t tag, std::byte* data, std::size_t size,
                    std::vector<Transport::Ticket>& done);

  struct Arrival {
    DataHeader header;
    std::span<const std::byte> payload;
    std::uint8_t traffic_class = 0;  // of the IP header: DSCP and ECN
    Nanos at{0};                     // the target's wall clock
  };
  // A packet that makes no sense, or for which there is no room before its buffer is posted, is as
  // if it had been lost. Error: the message is longer than its buffer.
  Result<void> take(const Arrival& arrival, std::vector<Transport::Ticket>& done);

  bool has_answer() const { return answer_due_; }
  AckHeader answer();  // to the latest packets

 private:
  struct Buffer {
    Transport::Ticket ticket;
    std::byte* data;
    std::size_t size;
  };
  struct Partial {
    std::vector<std::byte> early;  // what came before its buffer was posted
    std::byte* data = nullptr;
    std::size_t size = 0, left = 0;  // bytes of the message, chunks that are missing
    std::vector<bool> there;
  };
  struct Stream {  // one tag; a message below `posted` that has no buffer any more is over
    std::uint64_t posted = 0;
    std::map<std::uint64_t, Buffer> buffers;
    std::map<std::uint64_t, Partial> partials;
  };

  bool fits(const Arrival& arrival) const;
  void count(const Arrival& arrival);
  Result<Partial*> partial_of(Stream& stream, const DataHeader& header);

  std::size_t payload_;
  std::map<std::uint32_t, Stream> streams_;
  std::size_t early_bytes_ = 0;
  AckHeader ack_;
  std::bitset<ack_window> seen_;  // bit i: packet newest - i
  bool answer_due_ = false;
};

}  // namespace weft::udp

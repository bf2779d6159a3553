// The two ends of a flow as small state machines, driven by polling; used by measure.cc only.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "measure/histogram.h"
#include "measure/seams.h"

namespace weft {

// What one flow is made of; the same on both ends.
struct FlowShape {
  std::uint32_t peer = 0;     // the member on the other end
  std::uint32_t channel = 0;  // number of the flow in its round: makes its tags
  std::size_t size = 0;       // bytes of a message
  std::uint32_t slots = 1;    // messages in flight
  Nanos window{1'000'000};    // wanted length of a window
  bool reads = false;         // ping only: the source reads what the other end holds
};

// Windows that a flow has to show besides the cold one before a batch may end: on a busy machine
// one window can outlast the round.
constexpr std::size_t fewest_windows = 2;

// The source of a bandwidth flow.
class SendFlow {
 public:
  SendFlow(const FlowShape& shape, Transport& transport, Memory& memory);

  void begin_batch(Deadline until);
  Poll advance();  // done: this batch is over on our end

  const std::vector<double>& rates() const { return rates_; }  // bit/s, one a window
  std::int64_t bytes() const { return bytes_; }
  std::int64_t messages() const { return messages_; }
  Nanos elapsed() const { return elapsed_; }
  // Since the flow was made: what became of its packets, where the transport sees them. Once.
  std::unique_ptr<PacketRecord> packets() { return transport_.end_record(shape_.peer); }
  std::uint32_t peer() const { return shape_.peer; }

 private:
  struct Header {
    std::int64_t burst;
    std::int64_t count;  // messages that follow; 0 ends the batch
  };
  void begin_window(std::int64_t count);
  void start_window();
  Poll post_and_reap();
  void end_window();

  FlowShape shape_;
  Transport& transport_;
  Memory& memory_;
  Header header_{};
  std::int64_t ack_ = 0, posted_ = 0, reaped_ = 0, next_count_ = 0;
  std::int64_t first_ = 0;  // message of the window, counted from the flow's first
  std::vector<Transport::Ticket> tickets_;
  Transport::Ticket ready_ticket_ = 0, header_ticket_ = 0, ack_ticket_ = 0;
  char ready_ = 0;
  bool ready_open_ = false, header_open_ = false, ack_open_ = false, cold_ = true;
  double fastest_ns_ = 1e18;  // of a message, over the windows so far
  Deadline until_{}, started_{};
  std::vector<double> rates_;
  std::int64_t bytes_ = 0, messages_ = 0;
  Nanos elapsed_{0};
};

// The target of a bandwidth flow: receives, acknowledges, then checks what came last in each slot.
class ReceiveFlow {
 public:
  ReceiveFlow(const FlowShape& shape, Transport& transport, Memory& memory);

  void begin_batch();
  Poll advance();

  std::int64_t checked() const { return checked_; }  // bytes
  std::int64_t wrong() const { return wrong_; }
  std::uint32_t peer() const { return shape_.peer; }
  std::uint32_t channel() const { return shape_.channel; }

 private:
  Poll take_header();
  Poll take_messages();
  void check_payload();

  FlowShape shape_;
  Transport& transport_;
  Memory& memory_;
  std::int64_t header_[2] = {0, 0};  // burst, count
  std::int64_t ack_ = 0, posted_ = 0, reaped_ = 0;
  std::int64_t first_ = 0;  // message of the window, counted from the flow's first
  std::vector<Transport::Ticket> tickets_;
  Transport::Ticket ready_ticket_ = 0, header_ticket_ = 0, ack_ticket_ = 0;
  char ready_ = 0;
  enum class State { ready, header, messages, ack, over } state_ = State::over;
  std::int64_t checked_ = 0, wrong_ = 0;
};

// Ping-pong: the source times round trips, the target returns what comes. One each per member.
class PingFlow {
 public:
  PingFlow(const FlowShape& shape, bool source, Transport& transport, Memory& memory);

  // Source: until the time is over, then tells the target. Target: until told. False when the
  // deadline passed or the transport failed.
  bool ping(Deadline until, Deadline give_up);
  bool pong(Deadline give_up);

  const Histogram& histogram() const { return histogram_; }
  const std::vector<double>& medians() const { return medians_; }  // ns, one a window
  std::int64_t checked() const { return checked_; }
  std::int64_t wrong() const { return wrong_; }
  bool failed() const { return failed_; }  // by the transport, not by the deadline
  std::uint32_t peer() const { return shape_.peer; }

 private:
  bool wait(Transport::Ticket ticket, Deadline give_up);
  bool exchange(Deadline give_up);
  void end_window();
  void check_payload(std::size_t at);
  std::uint32_t tag(std::uint32_t way) const { return shape_.channel * 4 + way; }

  FlowShape shape_;
  Transport& transport_;
  Memory& memory_;  // of the source: first half sends, second half receives
  Histogram histogram_;
  std::vector<std::int64_t> window_;
  std::vector<double> medians_;
  std::int64_t checked_ = 0, wrong_ = 0;
  std::uint64_t answered_ = 0;  // messages, by the target
  bool cold_ = true, failed_ = false;
};

}  // namespace weft

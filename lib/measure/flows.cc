// The ends of a bandwidth flow; see flows.h for the shape and measure.h for how time is taken.

#include "measure/flows.h"

#include <algorithm>
#include <utility>

namespace weft {
namespace {

enum Kind : std::uint32_t { header = 0, data = 1, ack = 2, ready = 3 };

std::uint32_t tag(const FlowShape& shape, Kind kind) { return shape.channel * 4 + kind; }

std::byte* bytes_of(void* at) { return static_cast<std::byte*>(at); }

// The body of a slot's message never changes, its first bytes name the burst: a message that was
// not received again cannot pass for a new one.
std::uint64_t body_key(const FlowShape& shape, std::uint32_t slot) {
  return (std::uint64_t{shape.channel} << 32 | slot) * 0xD1B54A32D192ED03u + 1;
}
std::uint64_t stamp_key(const FlowShape& shape, std::uint32_t slot, std::int64_t burst) {
  return body_key(shape, slot) ^ static_cast<std::uint64_t>(burst) * 0xBF58476D1CE4E5B9u;
}

// What no message holds: written before a round, so that nothing left from an earlier one passes.
std::uint64_t blank_key(const FlowShape& shape) { return ~body_key(shape, 0); }

Lane lane(const FlowShape& shape, Memory& memory, bool source) {
  return {shape.peer, tag(shape, data), source, memory, 0, shape.size, shape.slots};
}

// Slots are used in turn, across windows too.
std::uint32_t slot_of(const FlowShape& shape, std::int64_t message) {
  return static_cast<std::uint32_t>(message % shape.slots);
}

constexpr std::size_t stamp_size = 8;
constexpr std::size_t most_windows = 4096;

}  // namespace

SendFlow::SendFlow(const FlowShape& shape, Transport& transport, Memory& memory)
    : shape_(shape), transport_(transport), memory_(memory), tickets_(shape.slots) {
  for (std::uint32_t slot = 0; slot < shape_.slots; ++slot)
    memory_.fill(slot * shape_.size, shape_.size, body_key(shape_, slot));
  next_count_ = shape_.slots;
  transport_.lay_out(lane(shape_, memory_, true));
  transport_.begin_record(shape_.peer);
}

void SendFlow::begin_batch(Deadline until) {
  until_ = until;
  begin_window(next_count_);
}

// The target says when it is ready: until then it looks at what came in the window before.
void SendFlow::begin_window(std::int64_t count) {
  first_ += std::exchange(header_.count, count);
  ++header_.burst;
  const std::size_t stamped = std::min(stamp_size, shape_.size);
  for (std::int64_t i = 0; i < std::min<std::int64_t>(shape_.slots, count); ++i) {
    const std::uint32_t slot = slot_of(shape_, first_ + i);
    memory_.fill(slot * shape_.size, stamped, stamp_key(shape_, slot, header_.burst));
  }
  posted_ = reaped_ = 0;
  ready_ticket_ =
      transport_.receive(shape_.peer, tag(shape_, ready), bytes_of(&ready_), sizeof ready_);
  ready_open_ = true;
}

void SendFlow::start_window() {
  ready_open_ = false;
  if (header_.count > 0) {
    ack_ticket_ = transport_.receive(shape_.peer, tag(shape_, ack), bytes_of(&ack_), sizeof ack_);
    ack_open_ = true;
  }
  started_ = Clock::now();
  header_ticket_ =
      transport_.send(shape_.peer, tag(shape_, header), bytes_of(&header_), sizeof header_);
  header_open_ = true;
}

Poll SendFlow::post_and_reap() {
  while (reaped_ < posted_) {
    const Poll state = transport_.poll(tickets_[slot_of(shape_, first_ + reaped_)]);
    if (state == Poll::failed) return state;
    if (state == Poll::pending) break;
    ++reaped_;
  }
  for (; posted_ < header_.count && posted_ - reaped_ < shape_.slots; ++posted_) {
    const std::uint32_t slot = slot_of(shape_, first_ + posted_);
    tickets_[slot] =
        transport_.send(shape_.peer, tag(shape_, data), memory_.data() + slot * shape_.size,
                        shape_.size, header_.count - posted_ - 1);
  }
  return reaped_ == header_.count ? Poll::done : Poll::pending;
}

Poll SendFlow::advance() {
  if (ready_open_) {
    const Poll state = transport_.poll(ready_ticket_);
    if (state != Poll::done) return state;
    start_window();
  }
  if (const Poll state = post_and_reap(); state != Poll::done) return state;
  if (header_open_) {
    const Poll state = transport_.poll(header_ticket_);
    if (state != Poll::done) return state;
    header_open_ = false;
  }
  if (ack_open_) {
    const Poll state = transport_.poll(ack_ticket_);
    if (state != Poll::done) return state;
    ack_open_ = false;
  }
  if (header_.count == 0) return Poll::done;
  end_window();
  const bool enough = Clock::now() >= until_ && rates_.size() >= fewest_windows;
  begin_window(enough ? 0 : next_count_);
  return Poll::pending;
}

// Keeps the window unless it was the cold one. The next is sized by the fastest one so far, so that
// after a stall it is not a handful of messages that would count like a whole window.
void SendFlow::end_window() {
  const Nanos took = Clock::now() - started_;
  const Bytes moved{header_.count * static_cast<std::int64_t>(shape_.size)};
  const double each = static_cast<double>(took.count()) / static_cast<double>(header_.count);
  fastest_ns_ = std::min(fastest_ns_, each);
  const auto fitting = static_cast<double>(shape_.window.count()) / fastest_ns_;
  next_count_ = static_cast<std::int64_t>(std::clamp(fitting, 2.0, 1e6));
  if (std::exchange(cold_, false) || rates_.size() >= most_windows) return;
  rates_.push_back((moved / took).bps);
  bytes_ += moved.count;
  messages_ += header_.count;
  elapsed_ += took;
}

ReceiveFlow::ReceiveFlow(const FlowShape& shape, Transport& transport, Memory& memory)
    : shape_(shape), transport_(transport), memory_(memory), tickets_(shape.slots) {
  memory_.fill(0, shape_.slots * shape_.size, blank_key(shape_));
  transport_.lay_out(lane(shape_, memory_, false));
}

void ReceiveFlow::begin_batch() {
  header_ticket_ =
      transport_.receive(shape_.peer, tag(shape_, header), bytes_of(header_), sizeof header_);
  ready_ticket_ =
      transport_.send(shape_.peer, tag(shape_, ready), bytes_of(&ready_), sizeof ready_);
  state_ = State::ready;
}

Poll ReceiveFlow::advance() {
  if (state_ == State::ready) {
    const Poll state = transport_.poll(ready_ticket_);
    if (state != Poll::done) return state;
    state_ = State::header;
  }
  if (state_ == State::header)
    if (const Poll state = take_header(); state != Poll::done) return state;
  if (state_ == State::messages)
    if (const Poll state = take_messages(); state != Poll::done) return state;
  if (state_ == State::ack) {
    const Poll state = transport_.poll(ack_ticket_);
    if (state != Poll::done) return state;
    check_payload();
    first_ += header_[1];
    begin_batch();
    return Poll::pending;
  }
  return state_ == State::over ? Poll::done : Poll::pending;
}

Poll ReceiveFlow::take_header() {
  const Poll state = transport_.poll(header_ticket_);
  if (state != Poll::done) return state;
  posted_ = reaped_ = 0;
  state_ = header_[1] == 0 ? State::over : State::messages;
  return Poll::done;
}

Poll ReceiveFlow::take_messages() {
  const std::int64_t count = header_[1];
  while (reaped_ < posted_) {
    const Poll state = transport_.poll(tickets_[slot_of(shape_, first_ + reaped_)]);
    if (state == Poll::failed) return state;
    if (state == Poll::pending) break;
    ++reaped_;
  }
  for (; posted_ < count && posted_ - reaped_ < shape_.slots; ++posted_) {
    const std::uint32_t slot = slot_of(shape_, first_ + posted_);
    tickets_[slot] = transport_.receive(shape_.peer, tag(shape_, data),
                                        memory_.data() + slot * shape_.size, shape_.size);
  }
  if (reaped_ < count) return Poll::pending;
  ack_ = header_[0];
  ack_ticket_ = transport_.send(shape_.peer, tag(shape_, ack), bytes_of(&ack_), sizeof ack_);
  state_ = State::ack;
  return Poll::done;
}

void ReceiveFlow::check_payload() {
  const std::size_t stamped = std::min(stamp_size, shape_.size);
  for (std::int64_t i = 0; i < std::min<std::int64_t>(shape_.slots, header_[1]); ++i) {
    const std::uint32_t slot = slot_of(shape_, first_ + i);
    const std::size_t at = slot * shape_.size;
    wrong_ += memory_.wrong(at, stamped, stamp_key(shape_, slot, header_[0]));
    // The body's pattern counts from the slot's start; its first word was replaced by the stamp.
    memory_.fill(at, stamped, body_key(shape_, slot));
    wrong_ += memory_.wrong(at, shape_.size, body_key(shape_, slot));
    checked_ += static_cast<std::int64_t>(shape_.size);
  }
}

}  // namespace weft

// Ping-pong; see flows.h. Byte 0 of a message is 1 in the last one of a batch. Where messages are
// read from the other end, the source reads and the target only waits to be told that it is over.

#include <algorithm>
#include <utility>

#include "measure/flows.h"

namespace weft {
namespace {

constexpr std::uint32_t there = 0, back = 1;
constexpr std::size_t most_windows = 4096;
constexpr int polls_between_clocks = 64;  // the give-up time is looked at this seldom

std::uint64_t key_of(const FlowShape& shape) { return shape.channel * 0xD1B54A32D192ED03u + 2; }

}  // namespace

PingFlow::PingFlow(const FlowShape& shape, bool source, Transport& transport, Memory& memory)
    : shape_(shape), transport_(transport), memory_(memory) {
  // Nothing left from an earlier round.
  const bool sends = source != shape_.reads;
  memory_.fill(0, shape_.size, sends ? key_of(shape_) : ~key_of(shape_));
  memory_.fill(shape_.size, shape_.size, shape_.reads && sends ? key_of(shape_) : ~key_of(shape_));
  window_.reserve(1 << 14);
  // The source has a slot of its own for each way, the target returns what came in either of two.
  const std::uint32_t slots = source ? 1 : 2;
  if (!shape_.reads)
    transport_.lay_out({shape_.peer, tag(there), source, memory_, 0, shape_.size, slots, true});
  transport_.lay_out({shape_.peer, tag(back), !source, memory_, source ? shape_.size : 0,
                      shape_.size, slots, true});
}

bool PingFlow::wait(Transport::Ticket ticket, Deadline give_up) {
  for (;;) {
    for (int i = 0; i < polls_between_clocks; ++i) {
      const Poll state = transport_.poll(ticket);
      if (state == Poll::done) return true;
      if (state == Poll::failed) return failed_ = true, false;
    }
    if (Clock::now() >= give_up) return false;
  }
}

bool PingFlow::exchange(Deadline give_up) {
  std::byte* const out = memory_.data();
  const auto receive = transport_.receive(shape_.peer, tag(back), out + shape_.size, shape_.size);
  if (shape_.reads) return wait(receive, give_up);
  const auto send = transport_.send(shape_.peer, tag(there), out, shape_.size);
  return wait(send, give_up) && wait(receive, give_up);
}

bool PingFlow::ping(Deadline until, Deadline give_up) {
  Deadline window_end = Clock::now() + shape_.window;
  for (bool last = false; !last;) {
    const Deadline started = Clock::now();
    last = started >= until && medians_.size() >= fewest_windows;
    memory_.data()[0] = std::byte{last};
    if (!exchange(give_up)) return false;
    const Deadline after = Clock::now();
    window_.push_back((after - started).count() / (shape_.reads ? 1 : 2));
    if (after >= window_end || last) {
      end_window();
      window_end = Clock::now() + shape_.window;
    }
  }
  check_payload(shape_.size);
  if (!shape_.reads) return true;
  return wait(transport_.send(shape_.peer, tag(there), memory_.data(), 1), give_up);
}

// The next receive is there before the answer that lets the source send again.
bool PingFlow::pong(Deadline give_up) {
  const auto in = [&] { return memory_.data() + (answered_ % 2) * shape_.size; };
  auto receive = transport_.receive(shape_.peer, tag(there), in(), shape_.reads ? 1 : shape_.size);
  if (shape_.reads) return wait(receive, give_up);
  for (bool last = false; !last;) {
    if (!wait(receive, give_up)) return false;
    std::byte* const came = in();
    last = came[0] == std::byte{1};
    ++answered_;
    if (!last) receive = transport_.receive(shape_.peer, tag(there), in(), shape_.size);
    if (!wait(transport_.send(shape_.peer, tag(back), came, shape_.size), give_up)) return false;
  }
  check_payload((answered_ - 1) % 2 * shape_.size);
  return true;
}

void PingFlow::end_window() {
  if (!std::exchange(cold_, false) && medians_.size() < most_windows) {
    for (const std::int64_t ns : window_) histogram_.record(ns);
    const auto middle = window_.begin() + static_cast<std::ptrdiff_t>(window_.size() / 2);
    std::nth_element(window_.begin(), middle, window_.end());
    medians_.push_back(static_cast<double>(*middle));
  }
  window_.clear();
}

// The last message that came, but for its first byte, which is the flag.
void PingFlow::check_payload(std::size_t at) {
  memory_.fill(at, 1, key_of(shape_));
  wrong_ += memory_.wrong(at, shape_.size, key_of(shape_));
  checked_ += static_cast<std::int64_t>(shape_.size);
}

}  // namespace weft

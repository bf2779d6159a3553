// See udp_pace.h.

#include "backend/udp_pace.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "backend/udp_packet.h"

namespace weft::udp {
namespace {

using namespace std::chrono_literals;

constexpr Nanos most_queueing = 2ms;
constexpr double least_window = 0.05, most_window = ack_window / 2;
constexpr double marks_gain = 1.0 / 16;  // RFC 8257, 3.3

}  // namespace

void Pace::on_answer(const Answer& answer, Nanos now) {
  if (smooth_ == 0ns) {
    smooth_ = answer.round_trip;
    varies_ = smooth_ / 2;
  } else {  // RFC 6298
    varies_ = (varies_ * 3 + std::chrono::abs(smooth_ - answer.round_trip)) / 4;
    smooth_ = (smooth_ * 7 + answer.round_trip) / 8;
  }
  const auto packets = static_cast<double>(answer.packets);
  if (packets > 0)
    marked_share_ += marks_gain * (static_cast<double>(answer.marked) / packets - marked_share_);
  const Nanos queue = standing_queue(answer.queueing, now);
  if (answer.marked > 0) {
    shrink(1 - marked_share_ / 2, now);
  } else if (queue > most_queueing) {
    const double excess =
        static_cast<double>((queue - most_queueing).count()) / static_cast<double>(queue.count());
    shrink(1 - excess / 2, now);
  } else {
    window_ += starting_ ? packets : packets / std::max(window_, 1.0);
  }
  window_ = std::clamp(window_, least_window, most_window);
}

// The shortest time in queues over a round trip, once that is over; before, 0.
Nanos Pace::standing_queue(Nanos queueing, Nanos now) {
  least_queueing_ = std::min(least_queueing_, queueing);
  if (now - looked_since_ < smooth_) return 0ns;
  looked_since_ = now;
  return std::exchange(least_queueing_, Nanos::max());
}

void Pace::on_loss(Nanos now) { shrink(0.6, now); }

void Pace::on_silence() {
  starting_ = false;
  window_ = std::max(least_window, std::min(window_, 1.0) / 2);
}

void Pace::shrink(double factor, Nanos now) {
  starting_ = false;
  if (now - shrunk_at_ < smooth_) return;
  shrunk_at_ = now;
  window_ = std::max(least_window, window_ * factor);
}

Nanos Pace::timeout() const {
  if (smooth_ == 0ns) return 200ms;
  return std::clamp<Nanos>(smooth_ * 2 + varies_ * 4, 20ms, 1s);
}

// Spraying lets packets pass each other by as much as the queues of the paths differ.
Nanos Pace::reordering() const { return std::clamp<Nanos>(smooth_ / 2, 2ms, 50ms); }

Nanos Pace::gap(double share) const {
  if (between_)
    return Nanos(static_cast<std::int64_t>(static_cast<double>(between_->count()) * share));
  if (smooth_ == 0ns) return 0ns;
  const double spread = static_cast<double>(smooth_.count()) / (window_ * 1.25);
  return Nanos(static_cast<std::int64_t>(window_ < 1 ? spread * 1.25 : spread));
}

}  // namespace weft::udp

// See udp_source.h.

#include "backend/udp_source.h"

#include <algorithm>

namespace weft::udp {

void Source::post(Transport::Ticket ticket, std::uint32_t tag, std::uint64_t message,
                  const std::byte* data, std::size_t size) {
  const std::size_t chunks = std::max<std::size_t>(1, (size + payload_ - 1) / payload_);
  messages_.push_back({ticket, tag, message, data, size, 0, chunks, std::vector<bool>(chunks)});
}

// Lost chunks first, then new ones. A chunk that was answered after all is passed over.
std::optional<std::pair<std::uint64_t, std::size_t>> Source::choose() {
  while (!again_.empty()) {
    const auto [position, chunk] = again_.front();
    again_.pop_front();
    if (position >= first_message_ && !message_at(position).there[chunk])
      return std::pair(position, chunk);
  }
  for (; sending_ < first_message_ + messages_.size(); ++sending_) {
    Message& message = message_at(sending_);
    if (message.next < message.there.size()) return std::pair(sending_, message.next++);
  }
  return std::nullopt;
}

std::optional<Source::Packet> Source::next(Nanos now) {
  if (now < may_send_) return std::nullopt;
  const auto window = static_cast<std::size_t>(std::max(1.0, pace_.window()));
  // What is older than an ack can speak of must be decided before newer packets leave.
  if (in_flight_ >= window || packets_.size() >= ack_window) return std::nullopt;
  const std::size_t lost = again_.size();
  const auto chosen = choose();
  if (!chosen) return std::nullopt;
  const bool repeated = again_.size() < lost;
  const auto [position, chunk] = *chosen;
  const Message& message = message_at(position);
  Packet packet{{}, message.data, 0};
  packet.header.number = first_packet_ + packets_.size();
  packet.header.message = message.number;
  packet.header.tag = message.tag;
  packet.header.size = message.size;
  packet.header.offset = chunk * payload_;
  packet.header.repeated = repeated;
  packet.payload += packet.header.offset;
  packet.size = std::min(payload_, message.size - packet.header.offset);
  if (in_flight_++ == 0) last_sign_ = now;
  packets_.push_back({position, chunk, now, false});
  const double share = static_cast<double>(packet.size) / static_cast<double>(payload_);
  may_send_ = std::max(may_send_ + pace_.gap(share), now - pace_.gap() * catch_up_);
  ++counts_.sent;
  return packet;
}

void Source::take_back(std::size_t count, Nanos now) {
  for (; count > 0; --count) {
    again_.emplace_front(packets_.back().message, packets_.back().chunk);
    packets_.pop_back();
    --in_flight_;
    --counts_.sent;
  }
  may_send_ = now + std::chrono::milliseconds(1);
}

std::optional<Nanos> Source::wake() const {
  std::optional<Nanos> wake;
  if (in_flight_ > 0) wake = last_sign_ + pace_.timeout();
  const bool more = !again_.empty() || sending_ < first_message_ + messages_.size();
  const auto window = static_cast<std::size_t>(std::max(1.0, pace_.window()));
  if (more && in_flight_ < window && packets_.size() < ack_window)
    wake = wake ? std::min(*wake, may_send_) : may_send_;
  return wake;
}

void Source::answer_one(InFlight& packet, std::vector<Transport::Ticket>& done) {
  packet.over = true;
  --in_flight_;
  if (packet.message < first_message_) return;
  Message& message = message_at(packet.message);
  if (message.there[packet.chunk]) return;
  message.there[packet.chunk] = true;
  if (--message.left == 0) done.push_back(message.ticket);
}

std::optional<Nanos> Source::answered(const AckHeader& ack, Nanos now,
                                      std::vector<Transport::Ticket>& done) {
  // Never sent: not from our target.
  if (ack.newest >= first_packet_ + packets_.size()) return std::nullopt;
  Pace::Answer answer;
  Nanos newest_sent{-1};
  for (std::size_t back = 0; back < ack_window && back <= ack.newest; ++back) {
    const std::uint64_t number = ack.newest - back;
    if (number < first_packet_) break;
    if ((ack.seen[back / 64] >> (back % 64) & 1) == 0) continue;
    InFlight& packet = packets_[number - first_packet_];
    if (packet.over) continue;
    newest_sent = std::max(newest_sent, packet.sent);
    answer_one(packet, done);
    ++answer.packets;
  }
  if (ack.received >= last_.received) {
    answer.marked = ack.marked - std::min(ack.marked, last_.marked);
    counts_.marked = static_cast<std::int64_t>(ack.marked);
    counts_.reordered = static_cast<std::int64_t>(ack.reordered);
    counts_.useless = static_cast<std::int64_t>(ack.useless);
    counts_.remarked = static_cast<std::int64_t>(ack.remarked);
    counts_.overflowed = static_cast<std::int64_t>(ack.overflowed);
    last_ = ack;
  }
  if (answer.packets == 0) return std::nullopt;
  last_sign_ = now;
  const Nanos way(ack.way_ns);
  shortest_way_ = std::min(shortest_way_, way);
  answer.round_trip = now - newest_sent;
  answer.queueing = way - shortest_way_;
  pace_.on_answer(answer, now);
  if (lose_before(newest_sent - pace_.reordering()) > 0) pace_.on_loss(now);
  drop_finished();
  return answer.round_trip;
}

std::size_t Source::lose_before(Nanos sent) {
  std::size_t lost = 0;
  for (InFlight& packet : packets_) {
    if (packet.sent >= sent) break;
    if (packet.over) continue;
    packet.over = true;
    --in_flight_;
    ++lost;
    again_.emplace_back(packet.message, packet.chunk);
  }
  counts_.lost += static_cast<std::int64_t>(lost);
  return lost;
}

void Source::expire(Nanos now) {
  if (in_flight_ == 0 || now < last_sign_ + pace_.timeout()) return;
  lose_before(now);
  pace_.on_silence();
  last_sign_ = now;
  drop_finished();
}

void Source::drop_finished() {
  for (; !packets_.empty() && packets_.front().over; ++first_packet_) packets_.pop_front();
  for (; !messages_.empty() && messages_.front().left == 0; ++first_message_) messages_.pop_front();
  sending_ = std::max(sending_, first_message_);
}

}  // namespace weft::udp

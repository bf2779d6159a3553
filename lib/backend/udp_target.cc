// See udp_target.h.

#include "backend/udp_target.h"

#include <fmt/format.h>

#include <algorithm>

namespace weft::udp {
namespace {

constexpr std::size_t most_early = 16 << 20;   // bytes that wait for their buffers
constexpr std::uint64_t longest = 1ull << 30;  // bytes of a message

Failure too_long(std::uint64_t message, std::size_t buffer) {
  return fail(fmt::format("a message of {} bytes came for a buffer of {}", message, buffer));
}

}  // namespace

bool Target::fits(const Arrival& arrival) const {
  const DataHeader& h = arrival.header;
  if (h.size > longest || h.offset > h.size || h.offset % payload_ != 0) return false;
  if (h.offset == h.size && h.size > 0) return false;
  return arrival.payload.size() == std::min<std::uint64_t>(payload_, h.size - h.offset);
}

void Target::count(const Arrival& arrival) {
  const DataHeader& h = arrival.header;
  if (ack_.received == 0 || h.number > ack_.newest) {
    const std::uint64_t ahead = ack_.received == 0 ? ack_window : h.number - ack_.newest;
    seen_ = ahead < ack_window ? seen_ << ahead : std::bitset<ack_window>();
    ack_.newest = h.number;
  } else {
    ++ack_.reordered;
  }
  if (const std::uint64_t back = ack_.newest - h.number; back < ack_window) seen_.set(back);
  ++ack_.received;
  ack_.marked += (arrival.traffic_class & 3) == congestion_mark;
  ack_.remarked += arrival.traffic_class >> 2 != h.dscp;
  ack_.way_ns = arrival.at.count() - h.sent_ns;
  answer_due_ = true;
}

AckHeader Target::answer() {
  constexpr std::bitset<ack_window> word(~0ull);
  for (std::size_t i = 0; i < ack_window / 64; ++i)
    ack_.seen[i] = (seen_ >> (64 * i) & word).to_ullong();
  answer_due_ = false;
  return ack_;
}

// Null when there is no room for it.
Result<Target::Partial*> Target::partial_of(Stream& stream, const DataHeader& header) {
  if (const auto it = stream.partials.find(header.message); it != stream.partials.end())
    return it->second.size == header.size ? &it->second : nullptr;
  const auto buffer = stream.buffers.find(header.message);
  const bool early = buffer == stream.buffers.end();
  if (early && early_bytes_ + header.size > most_early) return nullptr;
  if (!early && header.size > buffer->second.size)
    return too_long(header.size, buffer->second.size);
  Partial& partial = stream.partials[header.message];
  partial.size = header.size;
  partial.left = std::max<std::size_t>(1, (header.size + payload_ - 1) / payload_);
  partial.there.resize(partial.left);
  if (early) {
    partial.early.resize(header.size);
    early_bytes_ += header.size;
  }
  partial.data = early ? partial.early.data() : buffer->second.data;
  return &partial;
}

Result<void> Target::take(const Arrival& arrival, std::vector<Transport::Ticket>& done) {
  const DataHeader& h = arrival.header;
  if (!fits(arrival)) return {};
  Stream& stream = streams_[h.tag];
  const auto buffer = stream.buffers.find(h.message);
  const bool posted = buffer != stream.buffers.end();
  if (h.message < stream.posted && !posted) {  // it is over: its answers were lost
    count(arrival);
    ++ack_.useless;
    return {};
  }
  WEFT_TRY(Partial* const partial, partial_of(stream, h));
  if (partial == nullptr) return {};
  count(arrival);
  const std::size_t chunk = h.offset / payload_;
  if (partial->there[chunk]) {
    ++ack_.useless;
    return {};
  }
  partial->there[chunk] = true;
  if (!arrival.payload.empty())
    std::memcpy(partial->data + h.offset, arrival.payload.data(), arrival.payload.size());
  if (--partial->left > 0 || !posted) return {};
  done.push_back(buffer->second.ticket);
  stream.buffers.erase(buffer);
  stream.partials.erase(h.message);
  return {};
}

Result<void> Target::post(Transport::Ticket ticket, std::uint32_t tag, std::byte* data,
                          std::size_t size, std::vector<Transport::Ticket>& done) {
  Stream& stream = streams_[tag];
  const std::uint64_t message = stream.posted++;
  const auto came = stream.partials.find(message);
  if (came != stream.partials.end()) {
    Partial& partial = came->second;
    if (partial.size > size) return too_long(partial.size, size);
    if (!partial.early.empty()) std::memcpy(data, partial.early.data(), partial.early.size());
    early_bytes_ -= partial.early.size();
    std::vector<std::byte>().swap(partial.early);
    partial.data = data;
    if (partial.left == 0) {
      done.push_back(ticket);
      stream.partials.erase(came);
      return {};
    }
  }
  stream.buffers.emplace(message, Buffer{ticket, data, size});
  return {};
}

}  // namespace weft::udp

// What travels over UDP: data packets from a source, acknowledgements back.
//
// Every packet has a number of its own, also one that repeats lost bytes: so the target can tell
// reordering from loss, and an acknowledgement names packets and not bytes. Both ends are the same
// program on the same kind of machine (the control protocol compares versions), so the structs lie
// in the packet as they lie in memory; nothing of them is believed before it was checked.
#pragma once

#include <bitset>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace weft::udp {

constexpr std::uint32_t data_magic = 0x57454654, ack_magic = 0x57454641;
constexpr std::size_t ack_window = 512;         // packets below the newest that an ack speaks of
constexpr std::uint8_t no_congestion_mark = 2;  // ECT(0)
constexpr std::uint8_t congestion_mark = 3;     // CE

struct DataHeader {
  std::uint32_t magic = data_magic;
  std::uint32_t source = 0;   // queue pair, as the target numbers it: member x pairs + turn
  std::uint64_t job = 0;      // packets of another transport are not ours
  std::uint64_t number = 0;   // of this packet, from 0 on
  std::uint64_t message = 0;  // of this tag, from 0 on
  std::uint64_t size = 0;     // bytes of the whole message
  std::uint64_t offset = 0;   // of the payload in the message
  std::int64_t sent_ns = 0;   // the source's wall clock
  std::uint32_t tag = 0;
  std::uint8_t dscp = 0;      // as it was sent
  std::uint8_t repeated = 0;  // these bytes were sent before
  std::uint16_t unused = 0;
};

struct AckHeader {
  std::uint32_t magic = ack_magic;
  std::uint32_t target = 0;  // queue pair, as the source numbers it
  std::uint64_t job = 0;
  std::uint64_t newest = 0;  // highest packet number seen
  // Receive time less sent_ns of the packet answered last: the two clocks' offset is in it.
  std::int64_t way_ns = 0;
  std::uint64_t received = 0, marked = 0, reordered = 0, useless = 0, remarked = 0;  // so far
  std::uint64_t overflowed = 0;  // packets that the target's own socket had no room for, of all
  std::uint64_t seen[ack_window / 64] = {};  // bit i: packet newest - i came
};

static_assert(sizeof(DataHeader) == 64 && sizeof(AckHeader) == 144);

// The header at the front of `bytes`; nothing when it is not one.
template <class Header>
std::optional<Header> header_of(std::span<const std::byte> bytes) {
  Header header;
  const std::uint32_t magic = header.magic;
  if (bytes.size() < sizeof header) return std::nullopt;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header.magic == magic ? std::optional(header) : std::nullopt;
}

}  // namespace weft::udp

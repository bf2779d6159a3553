// The numbers that a queue pair is opened with: pure, so that they can be tested without a device.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/units.h"

namespace weft::verbs {

constexpr std::uint8_t retries = 7;         // the most there are (3 bits)
constexpr std::uint8_t until_ready = 7;     // RNR: as often as it takes
constexpr std::uint8_t shortest_retry = 1;  // of a receiver that was not ready: 0.01 ms

// Congestion can be marked on the packets: ECT(0) beside the DSCP.
constexpr std::uint8_t traffic_class(std::uint8_t dscp) {
  return static_cast<std::uint8_t>(dscp << 2 | 2);
}

// The code t of the time 4.096 us x 2^t after which a packet without an answer is sent again. The
// first try and all retries together stay within `patience`: devices may wait up to four times
// longer than asked, so that is left room for. Not below 14 (67 ms), perftest's own: shorter ones
// take a pause for a loss.
constexpr std::uint8_t ack_timeout(Nanos patience) {
  const auto each = static_cast<std::uint64_t>(std::max<std::int64_t>(patience.count(), 1)) /
                    (1 + retries) / 4096;
  const int code = each == 0 ? 0 : std::bit_width(each) - 1;
  return static_cast<std::uint8_t>(std::clamp(code, 14, 21));
}

// The flow label that gives a queue pair its UDP source port (ibv_flow_label_to_udp_sport, kernel
// rdma_get_udp_sport): 20 bits, never 0, which would leave the choice to the driver.
constexpr std::uint32_t flow_label(std::uint64_t seed, std::uint32_t from, std::uint32_t to,
                                   std::uint32_t turn) {
  std::uint64_t x =
      seed * 0x9E3779B97F4A7C15u + (std::uint64_t{from} << 40) + (std::uint64_t{to} << 16) + turn;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  const auto label = static_cast<std::uint32_t>((x ^ x >> 31) & 0xFFFFF);
  return label == 0 ? 1 : label;
}

constexpr std::uint16_t udp_source_port(std::uint32_t label) {
  return static_cast<std::uint16_t>(((label & 0x3FFF) ^ (label & 0xFC000) >> 14) | 0xC000);
}

// One in so many messages of a queue pair is confirmed to the host: a quarter of what is in flight.
constexpr std::uint32_t confirm_every(std::uint32_t slots, std::uint32_t pairs) {
  return std::clamp(slots / (4 * pairs), 1u, 16u);
}

// The number of a message whose lowest 24 bits came as an immediate; none is further from
// `expected`, the next one, than 2^24.
constexpr std::uint64_t whole_number(std::uint64_t expected, std::uint32_t low) {
  return expected + ((low - static_cast<std::uint32_t>(expected)) & 0xFFFFFF);
}

}  // namespace weft::verbs

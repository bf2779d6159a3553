// What became of packets, where a transport sees them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/fields.h"

namespace weft {

struct PacketTally {
  std::int64_t sent = 0;
  std::int64_t lost = 0;        // for good: their bytes had to be sent again
  std::int64_t overflowed = 0;  // of the lost, at most: dropped by the target's own socket
  std::int64_t reordered = 0;   // overtaken by a later one
  std::int64_t marked = 0;      // with a congestion mark (CE)
  std::int64_t remarked = 0;    // with another DSCP than they were sent with
  // Round trips under load: the worst of all flows.
  std::int64_t p50_ns = 0, p99_ns = 0;

  // Of all packets: lost on the way, and not in the target's own host.
  double lost_ratio() const {
    return sent > 0 ? static_cast<double>(lost - overflowed) / static_cast<double>(sent) : 0;
  }

  PacketTally& operator+=(const PacketTally& other) {
    sent += other.sent;
    lost += other.lost;
    overflowed += other.overflowed;
    reordered += other.reordered;
    marked += other.marked;
    remarked += other.remarked;
    p50_ns = std::max(p50_ns, other.p50_ns);
    p99_ns = std::max(p99_ns, other.p99_ns);
    return *this;
  }

  static constexpr auto fields() {
    return std::tuple{field("sent", &PacketTally::sent),
                      field("lost", &PacketTally::lost),
                      defaulted("overflowed", &PacketTally::overflowed,
                                "of the lost, at most: dropped by the target's own socket"),
                      field("reordered", &PacketTally::reordered),
                      field("marked", &PacketTally::marked, "congestion experienced"),
                      field("remarked", &PacketTally::remarked, "came with another DSCP"),
                      defaulted("p50_ns", &PacketTally::p50_ns, "round trip of the worst flow"),
                      defaulted("p99_ns", &PacketTally::p99_ns, "round trip of the worst flow")};
  }
};

}  // namespace weft

// What became of packets, where a transport sees them.
#pragma once

#include <cstdint>

#include "base/fields.h"

namespace weft {

struct PacketTally {
  std::int64_t sent = 0;
  std::int64_t lost = 0;       // for good: their bytes had to be sent again
  std::int64_t reordered = 0;  // overtaken by a later one
  std::int64_t marked = 0;     // with a congestion mark (CE)
  std::int64_t remarked = 0;   // with another DSCP than they were sent with

  PacketTally& operator+=(const PacketTally& other) {
    sent += other.sent;
    lost += other.lost;
    reordered += other.reordered;
    marked += other.marked;
    remarked += other.remarked;
    return *this;
  }

  static constexpr auto fields() {
    return std::tuple{field("sent", &PacketTally::sent), field("lost", &PacketTally::lost),
                      field("reordered", &PacketTally::reordered),
                      field("marked", &PacketTally::marked, "congestion experienced"),
                      field("remarked", &PacketTally::remarked, "came with another DSCP")};
  }
};

}  // namespace weft

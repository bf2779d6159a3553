// What a switch does with classes of traffic, and what it counted of each. As seen, never planned.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"

namespace weft {

struct DscpPriority {
  std::int64_t dscp = 0, priority = 0;

  auto operator<=>(const DscpPriority&) const = default;
  static constexpr auto fields() {
    return std::tuple{field("dscp", &DscpPriority::dscp),
                      field("priority", &DscpPriority::priority)};
  }
};

// How it is set. A DSCP that is not in the map has priority 0.
struct QosSettings {
  std::vector<DscpPriority> dscp_map = {};
  std::vector<std::string> ecn_ports = {};  // that mark what would queue there
  std::optional<bool> adaptive_routing;     // packets of one flow take several ways

  static constexpr auto fields() {
    return std::tuple{defaulted("dscp_map", &QosSettings::dscp_map),
                      defaulted("ecn_ports", &QosSettings::ecn_ports),
                      field("adaptive_routing", &QosSettings::adaptive_routing)};
  }
};

// Sent or dropped at a port since it was made. Without a class: of the whole port.
struct QueueCounters {
  std::string port;
  std::optional<std::int64_t> traffic_class;
  std::optional<std::int64_t> packets, bytes, drops, ecn_marks;

  static constexpr auto fields() {
    return std::tuple{
        field("port", &QueueCounters::port),       field("class", &QueueCounters::traffic_class),
        field("packets", &QueueCounters::packets), field("bytes", &QueueCounters::bytes),
        field("drops", &QueueCounters::drops),     field("ecn_marks", &QueueCounters::ecn_marks)};
  }
};

}  // namespace weft

// What network devices have counted. A reading means nothing by itself; only the difference of two
// is judged. What could not be read has no value and says why: it is never zero.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

struct Counter {
  std::string device;  // "mlx5_0/1" (RDMA device and port) or an interface, "eth0"
  std::string source;  // "counters", "hw_counters" (sysfs), "ethtool"
  std::string raw;     // as the driver calls it: "port_xmit_data", "[17]: rx_ucast_packets"
  std::string name;    // Weft's word for it, in the unit that it names: "tx_bytes"; "": none
  std::optional<std::int64_t> value;
  std::string why;  // it has no value

  static constexpr auto fields() {
    return std::tuple{field("device", &Counter::device), field("source", &Counter::source),
                      field("raw", &Counter::raw),       defaulted("name", &Counter::name),
                      field("value", &Counter::value),   defaulted("why", &Counter::why)};
  }
};

// By how much a counter has grown while a step ran.
struct CounterChange {
  std::string host;
  std::string device, source, raw, name;  // as in Counter
  std::optional<std::int64_t> change;
  std::string why;  // there is none: not available, or it was reset in between

  static constexpr auto fields() {
    return std::tuple{
        field("host", &CounterChange::host),     field("device", &CounterChange::device),
        field("source", &CounterChange::source), field("raw", &CounterChange::raw),
        defaulted("name", &CounterChange::name), field("change", &CounterChange::change),
        defaulted("why", &CounterChange::why)};
  }
};

}  // namespace weft

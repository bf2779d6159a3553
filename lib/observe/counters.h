// Reading the counters of a machine's network devices, and the difference of two readings.
#pragma once

#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/counters.h"

namespace weft {

// ports/N/counters and ports/N/hw_counters of every RDMA device. A file that cannot be read, or
// holds no number, is a counter without a value; it hides nothing else.
std::vector<Counter> read_rdma_counters(Host& host);

// `ethtool -S` of an interface. "[17]:" before a name: of one ring.
std::vector<Counter> read_ethtool_counters(Host& host, const std::string& interface);
std::vector<Counter> parse_ethtool_counters(std::string_view text, const std::string& interface);

// One counter out of a file's text: "231250000000", "N/A (no PMA)".
Counter parse_counter(std::string device, std::string source, std::string raw,
                      std::string_view text);

// Of every RDMA device and of `interface`, "" for none.
std::vector<Counter> read_counters(Host& host, const std::string& interface);

// What has changed: those with a word of Weft's, also when they did not move, and all others that
// did. One that has become smaller was reset, so that its change is not known.
std::vector<CounterChange> differences(const std::string& host, const std::vector<Counter>& before,
                                       const std::vector<Counter>& after);

}  // namespace weft

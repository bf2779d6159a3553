// `ethtool -S DEV`: a line a counter, "     rx_prio3_pause: 120", "     [17]: rx_ucast_packets: 5".

#include "base/text.h"
#include "observe/counters.h"

namespace weft {

std::vector<Counter> parse_ethtool_counters(std::string_view text, const std::string& interface) {
  std::vector<Counter> out;
  for (const std::string_view raw : lines(text)) {
    const std::string_view line = trim(raw);
    const auto colon = line.rfind(':');
    if (colon == line.npos || colon + 1 == line.size()) continue;  // the headline
    out.push_back(parse_counter(interface, "ethtool", std::string(trim(line.substr(0, colon))),
                                line.substr(colon + 1)));
  }
  return out;
}

std::vector<Counter> read_ethtool_counters(Host& host, const std::string& interface) {
  const auto answer = host.statistics(interface);
  if (!answer || !*answer || (*answer)->status != 0) return {};
  return parse_ethtool_counters((*answer)->text, interface);
}

}  // namespace weft

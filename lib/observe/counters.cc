// See counters.h.

#include "observe/counters.h"

#include <map>
#include <tuple>

#include "base/text.h"
#include "observe/counter_names.h"

namespace weft {

Counter parse_counter(std::string device, std::string source, std::string raw,
                      std::string_view text) {
  const CounterName known = counter_name(source, raw);
  Counter out{std::move(device), std::move(source), std::move(raw), known.name, {}, ""};
  const std::string_view said = trim(text);
  if (const auto value = parse_uint(said); value && *value <= INT64_MAX / 4)
    out.value = static_cast<std::int64_t>(*value) * known.unit;
  else
    out.why = "not available: " + (said.empty() ? "nothing is there" : printable(said));
  return out;
}

std::vector<Counter> read_counters(Host& host, const std::string& interface) {
  std::vector<Counter> out = read_rdma_counters(host);
  if (interface.empty()) return out;
  for (Counter& counter : read_ethtool_counters(host, interface)) out.push_back(std::move(counter));
  return out;
}

std::vector<CounterChange> differences(const std::string& host, const std::vector<Counter>& before,
                                       const std::vector<Counter>& after) {
  std::map<std::tuple<std::string, std::string, std::string>, const Counter*> old;
  for (const Counter& counter : before)
    old[{counter.device, counter.source, counter.raw}] = &counter;
  std::vector<CounterChange> out;
  for (const Counter& now : after) {
    CounterChange change{host, now.device, now.source, now.raw, now.name, {}, now.why};
    const auto it = old.find({now.device, now.source, now.raw});
    if (it == old.end())
      change.why = "not available: it was not there before";
    else if (!it->second->value)
      change.why = it->second->why;
    else if (now.value && *now.value < *it->second->value)
      change.why = "it was reset in between";
    else if (now.value)
      change.change = *now.value - *it->second->value;
    if (!now.name.empty() || change.change.value_or(0) != 0) out.push_back(std::move(change));
  }
  return out;
}

}  // namespace weft

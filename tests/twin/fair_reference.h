// Max-min fair rates by another algorithm, for tests: every link says what level it would allow if
// its flows took from the others what those allow, again and again until nothing changes
// (Charny's advertised rates). In long double, by name-free vectors of its own; slow, and shares
// nothing with lib/twin. `certified` tells by the definition whether rates are the max-min ones.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace reference {

struct Load {
  std::vector<long double> capacity;                            // by link
  std::vector<std::vector<std::pair<int, long double>>> flows;  // links and shares
  std::vector<long double> weight;                              // by flow
};

constexpr long double infinite = std::numeric_limits<long double>::infinity();

inline std::vector<long double> fair_rates(const Load& load) {
  const std::size_t links = load.capacity.size();
  std::vector<std::vector<std::pair<int, long double>>> on(links);
  for (std::size_t f = 0; f < load.flows.size(); ++f)
    for (const auto& [link, share] : load.flows[f])
      on[link].push_back({int(f), share * load.weight[f]});
  std::vector<long double> level(links, infinite);
  const auto allowed = [&](int f, int except) {
    long double least = infinite;
    for (const auto& [link, share] : load.flows[f])
      if (link != except) least = std::min(least, level[link]);
    return least;
  };
  for (std::size_t turn = 0; turn < 2 * links + 4; ++turn)
    for (std::size_t link = 0; link < links; ++link) {
      std::vector<std::pair<long double, long double>> caps;  // level of a flow, load a level
      long double growing = 0, fixed = 0;
      for (const auto& [f, load_of] : on[link]) {
        caps.push_back({allowed(f, int(link)), load_of});
        growing += load_of;
      }
      std::sort(caps.begin(), caps.end());
      level[link] = infinite;
      for (const auto& [cap, load_of] : caps) {
        const long double here = (load.capacity[link] - fixed) / growing;
        if (here <= cap) {
          level[link] = here;
          break;
        }
        fixed += cap * load_of;
        growing -= load_of;
      }
    }
  std::vector<long double> rates;
  for (std::size_t f = 0; f < load.flows.size(); ++f)
    rates.push_back(allowed(int(f), -1) * load.weight[f]);
  return rates;
}

// No link carries too much, and every flow has a full link on which nobody has a higher level.
inline bool certified(const Load& load, const std::vector<long double>& rates, long double close) {
  std::vector<long double> carried(load.capacity.size(), 0), highest(load.capacity.size(), 0);
  for (std::size_t f = 0; f < rates.size(); ++f)
    for (const auto& [link, share] : load.flows[f]) {
      carried[link] += rates[f] * share;
      highest[link] = std::max(highest[link], rates[f] / load.weight[f]);
    }
  for (std::size_t link = 0; link < carried.size(); ++link)
    if (carried[link] > load.capacity[link] * (1 + close)) return false;
  return std::ranges::all_of(load.flows, [&](const auto& flow) {
    const std::size_t f = &flow - load.flows.data();
    return flow.empty() || std::ranges::any_of(flow, [&](const auto& entry) {
             const auto link = entry.first;
             return carried[link] >= load.capacity[link] * (1 - close) &&
                    rates[f] / load.weight[f] >= highest[link] * (1 - close);
           });
  });
}

}  // namespace reference

// What follows from the causes: links, sessions, routes; see state.h.
//
// Routes are BGP's: each switch takes the shortest AS paths, passes one of them on, and refuses a
// path that holds its own AS. So a spine that lost a leaf has no way to it, as on a real fabric.

#include <algorithm>
#include <map>

#include "twin/state.h"

namespace weft {
namespace {

bool lit(const TwinState& state, TwinEnd end) {
  const TwinPort& port = state.at(end);
  return state.nodes[std::size_t(end.node)].powered && port.enabled && !port.broken && !port.absent;
}

void settle_links(TwinState& state) {
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n) {
    std::vector<TwinPort>& ports = state.nodes[std::size_t(n)].ports;
    for (std::int32_t p = 0; p < std::int32_t(ports.size()); ++p) {
      TwinPort& port = ports[std::size_t(p)];
      const bool own = lit(state, {n, p});
      port.up = port.outside ? own
                             : own && port.far.there() && lit(state, port.far) &&
                                   state.at(port.far).rate == port.rate &&
                                   state.at(port.far).fec == port.fec;
    }
  }
}

bool speaks_bgp(const TwinPort& port) {
  return port.up && port.to_switch && !port.bgp_shut && !port.bgp_refused;
}

void settle_sessions(TwinState& state) {
  for (TwinNode& node : state.nodes)
    for (TwinPort& port : node.ports) {
      if (!port.to_switch || port.absent)
        port.session = TwinSession::none;
      else if (port.bgp_shut)
        port.session = TwinSession::shut;
      else
        port.session = speaks_bgp(port) && port.far.there() && speaks_bgp(state.at(port.far))
                           ? TwinSession::established
                           : TwinSession::down;
    }
}

// The ways of all switches to one, by breadth first.
class Ways {
 public:
  explicit Ways(TwinState& state)
      : state_(state), seen_(state.nodes.size()), paths_(state.nodes.size()) {}

  void to(std::int32_t target) {
    std::ranges::fill(seen_, -1);
    std::vector<std::int32_t> front{target};
    seen_[std::size_t(target)] = 0;
    paths_[std::size_t(target)].clear();
    for (int level = 1; !front.empty(); ++level) front = step(front, level, target);
  }

 private:
  std::vector<std::int32_t> step(const std::vector<std::int32_t>& front, int level,
                                 std::int32_t target) {
    std::map<std::int32_t, std::vector<std::int32_t>> reached;  // node, its ports that lead nearer
    for (const std::int32_t m : front)
      for (const TwinPort& port : state_.nodes[std::size_t(m)].ports) {
        if (port.session != TwinSession::established) continue;
        const std::int32_t n = port.far.node;
        if ((seen_[std::size_t(n)] < 0 || seen_[std::size_t(n)] == level) && takes(n, m)) {
          if (seen_[std::size_t(n)] < 0) pass_on(n, m);
          seen_[std::size_t(n)] = level;
          reached[n].push_back(port.far.port);
        }
      }
    std::vector<std::int32_t> next;
    for (auto& [n, ports] : reached) {
      next.push_back(n);
      if (state_.nodes[std::size_t(n)].one_way_only) ports.resize(1);
      keep(state_.nodes[std::size_t(n)], target, std::move(ports));
    }
    return next;
  }

  bool takes(std::int32_t n, std::int32_t from) const {
    const std::int64_t own = state_.nodes[std::size_t(n)].as_number;
    return own != state_.nodes[std::size_t(from)].as_number &&
           std::ranges::count(paths_[std::size_t(from)], own) == 0;
  }

  void pass_on(std::int32_t n, std::int32_t from) {
    std::vector<std::int64_t>& path = paths_[std::size_t(n)];
    path = paths_[std::size_t(from)];
    path.push_back(state_.nodes[std::size_t(from)].as_number);
  }

  static void keep(TwinNode& node, std::int32_t target, std::vector<std::int32_t> ports) {
    std::ranges::sort(ports);
    auto known = std::ranges::find(node.ways, ports);
    if (known == node.ways.end()) known = node.ways.insert(known, std::move(ports));
    node.routes.push_back({target, static_cast<std::int32_t>(known - node.ways.begin())});
  }

  TwinState& state_;
  std::vector<int> seen_;                         // level, -1: not reached
  std::vector<std::vector<std::int64_t>> paths_;  // AS numbers behind each node
};

void settle_routes(TwinState& state) {
  for (TwinNode& node : state.nodes) node.ways.clear(), node.routes.clear();
  Ways ways(state);
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n)
    if (state.nodes[std::size_t(n)].is_switch() && state.nodes[std::size_t(n)].powered) ways.to(n);
}

}  // namespace

void settle(TwinState& state) {
  settle_links(state);
  settle_sessions(state);
  settle_routes(state);
}

}  // namespace weft

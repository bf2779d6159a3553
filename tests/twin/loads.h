// Small loads by seed, for the tests of the twin's rates: random links and flows, and flows over
// plans.
#pragma once

#include <random>

#include "plan/make.h"
#include "route/paths.h"
#include "twin/fair_reference.h"
#include "twin/max_min.h"

namespace loads {

using namespace weft;

struct RandomLoad {
  std::vector<double> capacity, weight;
  FlowPaths paths;

  LoadProblem problem() const { return {capacity, paths, weight}; }
  reference::Load reference() const {
    reference::Load out;
    out.capacity.assign(capacity.begin(), capacity.end());
    out.weight.assign(weight.begin(), weight.end());
    for (std::uint32_t f = 0; f < paths.flows(); ++f) {
      out.flows.emplace_back();
      for (std::uint32_t e = paths.first[f]; e < paths.first[f + 1]; ++e)
        out.flows.back().push_back({int(paths.link[e]), paths.share[e]});
    }
    return out;
  }
};

// Any flows over any links: more twisted than what a fabric does. Shares are halves and quarters.
inline RandomLoad random_load(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto upto = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
  RandomLoad load;
  const std::uint32_t links = 1 + upto(12), flows = 1 + upto(24);
  for (std::uint32_t i = 0; i < links; ++i) load.capacity.push_back(1 + upto(9));
  for (std::uint32_t f = 0; f < flows; ++f) {
    load.weight.push_back(seed % 2 == 0 ? 1 : 1 + upto(3));
    std::vector<std::uint32_t> order(links);
    for (std::uint32_t i = 0; i < links; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    const std::uint32_t used = 1 + upto(std::min(links, 4u));
    for (std::uint32_t i = 0; i < used; ++i) {
      load.paths.link.push_back(order[i]);
      load.paths.share.push_back(seed % 3 == 0 ? 1.0f : 1.0f / float(1u << upto(3)));
      load.paths.stage.push_back(static_cast<std::uint8_t>(i));
    }
    load.paths.first.push_back(static_cast<std::uint32_t>(load.paths.link.size()));
  }
  return load;
}

inline Plan clos(std::int64_t nodes, std::int64_t rails, std::int64_t unit,
                 std::int64_t tiers = 2) {
  MakeRequest request;
  request.nodes = nodes;
  request.rails = rails;
  request.tiers = tiers;
  request.unit_size = unit;
  return make_plan(request).value().plan;
}

// One spine for each uplink: as many ways as there are hosts under a leaf.
inline Plan wide_clos(std::int64_t nodes, std::int64_t unit, std::int64_t tiers = 2) {
  MakeRequest request;
  request.nodes = nodes;
  request.rails = 1;
  request.tiers = tiers;
  request.unit_size = unit;
  request.spines = unit;
  return make_plan(request).value().plan;
}

// A random cyclic permutation of NICs, NIC by NIC.
inline std::vector<std::uint32_t> cycle(std::uint32_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint32_t> to(n);
  for (std::uint32_t i = 0; i < n; ++i) to[i] = i;
  for (std::uint32_t i = n; i-- > 1;) std::swap(to[i], to[random() % i]);
  return to;
}

inline FiveTuple tuple(std::uint32_t source, std::uint32_t target, std::uint16_t port = 49152) {
  FiveTuple out;
  out.source = source;
  out.target = target;
  out.source_port = port;
  return out;
}

}  // namespace loads

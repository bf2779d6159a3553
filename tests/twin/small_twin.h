// A small fabric for the tests of the twin: two leaves with two hosts each, two spines with two
// links to each leaf.
#pragma once

#include <string>

#include "plan/plan.h"
#include "support/catch.h"
#include "twin/state.h"

namespace weft::test {

inline Plan small_plan(const std::string& more = "") {
  std::string csv = "from,from_port,to,to_port\n";
  for (const char* link :
       {"h1,eth1,leaf1,swp1s0", "h2,eth1,leaf1,swp1s1", "h3,eth1,leaf2,swp1s0",
        "h4,eth1,leaf2,swp1s1", "leaf1,swp33s0,spine1,swp1s0", "leaf1,swp33s1,spine1,swp1s1",
        "leaf1,swp34s0,spine2,swp1s0", "leaf1,swp34s1,spine2,swp1s1", "leaf2,swp33s0,spine1,swp2s0",
        "leaf2,swp33s1,spine1,swp2s1", "leaf2,swp34s0,spine2,swp2s0",
        "leaf2,swp34s1,spine2,swp2s1"})
    csv += std::string(link) + "\n";
  auto read = read_plan(csv + more, "plan.csv");
  REQUIRE(read.has_value());
  return std::move(read->plan);
}

inline TwinState small_twin(std::uint64_t seed = 1) { return make_state(small_plan(), seed); }

inline TwinPort& port(TwinState& state, const std::string& node, const std::string& name) {
  const TwinEnd end = state.end({node, name});
  REQUIRE(end.there());
  return state.at(end);
}

inline TwinNode& node(TwinState& state, const std::string& name) {
  REQUIRE(state.node(name) >= 0);
  return state.nodes[std::size_t(state.node(name))];
}

}  // namespace weft::test

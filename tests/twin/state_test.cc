// The twin's state: what a healthy fabric is, and what follows from a cause.

#include "twin/state.h"

#include <algorithm>

#include "twin/small_twin.h"
#include "twin/stable.h"

namespace weft {
namespace {

using test::node;
using test::port;
using test::small_twin;

std::size_t ways_to(const TwinState& state, const std::string& from, const std::string& to) {
  const TwinNode& here = state.nodes[std::size_t(state.node(from))];
  for (const TwinRoute& route : here.routes)
    if (route.to == state.node(to)) return here.ways[std::size_t(route.ways)].size();
  return 0;
}

}  // namespace

TEST_CASE("twin: a healthy fabric is up, speaks BGP and uses all its ways") {
  TwinState state = small_twin();
  for (const TwinNode& one : state.nodes)
    for (const TwinPort& p : one.ports) {
      INFO(one.name << " " << p.name);
      REQUIRE(p.up);
      REQUIRE(p.rate == 400_Gbps);
      REQUIRE((p.session == TwinSession::established) == p.to_switch);
    }
  REQUIRE(ways_to(state, "leaf1", "leaf2") == 4);
  REQUIRE(ways_to(state, "leaf1", "spine1") == 2);
  REQUIRE(ways_to(state, "spine1", "leaf2") == 2);
  REQUIRE(ways_to(state, "spine1", "spine2") == 0);  // one AS: no valley
  REQUIRE(port(state, "leaf1", "swp1s1").address == "10.16.0.2/31");
  REQUIRE(port(state, "h2", "eth1").address == "10.16.0.3/31");
}

TEST_CASE("twin: the seed decides the hashes and nothing else") {
  TwinState a = small_twin(1), b = small_twin(2);
  REQUIRE(a.nodes == small_twin(1).nodes);
  REQUIRE(node(a, "leaf1").hash_seed != node(b, "leaf1").hash_seed);
  REQUIRE(node(a, "leaf1").hash_seed != node(a, "leaf2").hash_seed);
  for (TwinState* one : {&a, &b})
    for (TwinNode& n : one->nodes) n.hash_seed = 0;
  REQUIRE(a.nodes == b.nodes);
}

TEST_CASE("twin: a cable that is gone takes its session and its ways with it") {
  TwinState state = small_twin();
  unplug(state, state.end({"leaf1", "swp33s0"}));
  settle(state);
  REQUIRE_FALSE(port(state, "leaf1", "swp33s0").up);
  REQUIRE_FALSE(port(state, "spine1", "swp1s0").up);
  REQUIRE(port(state, "spine1", "swp1s0").session == TwinSession::down);
  REQUIRE(ways_to(state, "leaf1", "leaf2") == 3);
  REQUIRE(ways_to(state, "leaf2", "leaf1") == 4);  // by the other link to that spine
}

TEST_CASE("twin: a spine without a way to a leaf is not used for it") {
  TwinState state = small_twin();
  unplug(state, state.end({"leaf1", "swp33s0"}));
  unplug(state, state.end({"leaf1", "swp33s1"}));
  settle(state);
  REQUIRE(ways_to(state, "spine1", "leaf1") == 0);
  REQUIRE(ways_to(state, "leaf2", "leaf1") == 2);
}

TEST_CASE("twin: what keeps a link down") {
  struct Row {
    const char* what;
    void (*cause)(TwinState& state, TwinPort& port);
    bool up;
  };
  const Row rows[] = {
      {"shut", [](TwinState&, TwinPort& p) { p.enabled = false; }, false},
      {"dark", [](TwinState&, TwinPort& p) { p.broken = true; }, false},
      {"another rate", [](TwinState&, TwinPort& p) { p.rate = 200_Gbps; }, false},
      {"no FEC", [](TwinState&, TwinPort& p) { p.fec = "off"; }, false},
      {"no power", [](TwinState& s, TwinPort&) { node(s, "leaf1").powered = false; }, false},
      {"another MTU", [](TwinState&, TwinPort& p) { p.mtu = 1500; }, true},
      {"lost packets", [](TwinState&, TwinPort& p) { p.loss = 0.1; }, true},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    TwinState state = small_twin();
    row.cause(state, port(state, "leaf1", "swp33s0"));
    settle(state);
    REQUIRE(port(state, "leaf1", "swp33s0").up == row.up);
    REQUIRE(port(state, "spine1", "swp1s0").up == row.up);
  }
}

TEST_CASE("twin: who is heard") {
  TwinState state = small_twin();
  const TwinEnd leaf = state.end({"leaf1", "swp1s0"}), host = state.end({"h1", "eth1"});
  REQUIRE(heard_on(state, leaf) == host);
  state.at(host).lldp_sends = false;
  REQUIRE_FALSE(heard_on(state, leaf).has_value());
  REQUIRE(heard_on(state, host) == leaf);
  node(state, "leaf1").answer = TwinAnswer::frozen;
  REQUIRE_FALSE(heard_on(state, host).has_value());
  state.at(leaf).remembers = host;
  unplug(state, leaf);
  settle(state);
  REQUIRE(heard_on(state, leaf) == host);  // it should be gone
}

TEST_CASE("twin: a free port is the next of its series") {
  TwinState state = small_twin();
  REQUIRE(state.text(free_port(state, state.end({"leaf1", "swp33s1"}))) == "leaf1:swp64s1");
  REQUIRE(state.text(free_port(state, state.end({"leaf1", "swp33s1"}))) == "leaf1:swp63s1");
  REQUIRE(state.text(free_port(state, state.end({"h1", "eth1"}))) == "h1:eth2");
}

TEST_CASE("twin: cables that are only planned, end outside, or are claimed twice") {
  const TwinState state = make_state(
      test::small_plan("leaf1,swp2s0,h9,eth1\nleaf1,swp2s0,h9,eth2\nleaf2,swp5,patch-panel-1,F1\n"),
      1);
  const auto at = [&](const char* node, const char* name) { return state.end({node, name}); };
  REQUIRE((!at("leaf1", "swp2s0").there() || !state.at(at("leaf1", "swp2s0")).up));
  REQUIRE(at("leaf1", "swp33s0").there());
}

TEST_CASE("twin: the link-local address of a port") {
  REQUIRE(link_local("02:97:6e:35:3e:fb") == "fe80::97:6eff:fe35:3efb");
}

}  // namespace weft

// Faults of the twin: how they are written, where they may be, what they touch.

#include "twin_fault/twin_fault.h"

#include <algorithm>

#include "check/check.h"
#include "twin/small_twin.h"

namespace weft {
namespace {

using test::port;
using test::small_twin;

std::string wrong(const std::string& text) {
  const auto placed = place_twin_fault(text, small_twin(), 1);
  REQUIRE_FALSE(placed.has_value());
  return placed.error().text();
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != text.npos;
}

}  // namespace

TEST_CASE("twin fault: written with '-' or '_', with and without places") {
  const TwinState state = small_twin();
  const auto placed = place_twin_fault("swapped-cables:h1:eth1,h4:eth1", state, 1);
  REQUIRE(placed.has_value());
  REQUIRE(placed->text(state) == "swapped_cables:h1:eth1,h4:eth1");
  const auto chosen = place_twin_fault("wrong_mtu", state, 5);
  REQUIRE(chosen->places.size() == 1);
  REQUIRE(place_twin_fault("wrong_mtu", state, 5)->text(state) == chosen->text(state));
  REQUIRE(place_twin_fault("equal_hash_seeds", state, 1)->text(state) == "equal_hash_seeds");
}

TEST_CASE("twin fault: what cannot be") {
  REQUIRE(holds(wrong("swaped_cables"), "did you mean 'swapped_cables'"));
  REQUIRE(holds(wrong("wrong_mtu:leaf9:swp1"), "no node 'leaf9', did you mean 'leaf1'"));
  REQUIRE(holds(wrong("wrong_mtu:leaf1:swp99"), "no port 'swp99'"));
  REQUIRE(holds(wrong("wrong_mtu:leaf1"), "is not a port with a cable"));
  REQUIRE(holds(wrong("dead_spine:leaf1"), "is not a spine"));
  REQUIRE(holds(wrong("bgp_shut:h1:eth1"), "towards another switch"));
  REQUIRE(holds(wrong("swapped_cables:h1:eth1"), "wants 2 places"));
  REQUIRE(holds(wrong("swapped_cables:h1:eth1,h1:eth1"), "named twice"));
  REQUIRE(holds(wrong("evpn_missing"), "no place for it"));
}

TEST_CASE("twin fault: a second place is of the same sort, elsewhere where it can be") {
  const TwinState state = small_twin();
  const TwinEnd first = state.end({"h1", "eth1"});
  for (const TwinEnd one : partners_for(first, TwinPlace::cable, state)) {
    const TwinNode& node = state.nodes[std::size_t(one.node)];
    REQUIRE(node.is_host());
    REQUIRE(state.at(one).far.node != state.at(first).far.node);
  }
}

TEST_CASE("twin fault: every kind changes a cause, leaves the rest, and says what it expects") {
  const TwinState healthy =
      make_state(test::small_plan("leaf1,swp2s0,h9,eth1\n"), 1);  // one host alone at the far end
  TwinState overlay = healthy;
  for (TwinNode& node : overlay.nodes) node.evpn = true;
  for (const auto& [id, fault] : twin_faults::all()) {
    INFO(id);
    const auto placed = place_twin_fault(id, overlay, 3);
    REQUIRE(placed.has_value());
    const TwinState faulty = with_fault(overlay, *placed);
    const TouchedPlaces touched = touched_by(overlay, faulty);
    REQUIRE_FALSE(touched.nodes.empty());
    if (fault.places > 0)
      REQUIRE(std::ranges::count(touched.nodes,
                                 overlay.nodes[std::size_t(placed->places[0].node)].name) == 1);
    REQUIRE_FALSE(fault.title.empty());
    REQUIRE_FALSE(fault.about.empty());
    REQUIRE_FALSE(fault.source.empty());
    REQUIRE_FALSE(fault.expects.empty());
    for (const TwinExpectation& one : fault.expects)
      if (fault.later.empty()) REQUIRE(find_row(checks::all(), "check", one.check).has_value());
  }
}

TEST_CASE("twin fault: what is touched is the place, its far end before and after, and no more") {
  const TwinState healthy = small_twin();
  const auto touched = [&](const std::string& text) {
    const TwinState faulty = with_fault(healthy, *place_twin_fault(text, healthy, 1));
    return touched_by(healthy, faulty).ports;
  };
  REQUIRE(touched("wrong_mtu:leaf1:swp33s0") ==
          std::vector<std::string>{"leaf1:swp33s0", "spine1:swp1s0"});
  REQUIRE(touched("wrong_port:h1:eth1") ==
          std::vector<std::string>{"h1:eth1", "h1:eth2", "leaf1:swp1s0"});
  REQUIRE(touched("swapped_cables:h1:eth1,h4:eth1") ==
          std::vector<std::string>{"h1:eth1", "h4:eth1", "leaf1:swp1s0", "leaf2:swp1s1"});
}

TEST_CASE("twin fault: several at once") {
  const TwinState healthy = small_twin();
  TwinState state = healthy;
  for (const char* text : {"missing_cable:h1:eth1", "wrong_mtu:h2:eth1", "dead_spine:spine2"})
    state = with_fault(std::move(state), *place_twin_fault(text, healthy, 1));
  REQUIRE_FALSE(port(state, "h1", "eth1").up);
  REQUIRE(port(state, "h2", "eth1").mtu == 1500);
  REQUIRE_FALSE(port(state, "leaf2", "swp34s0").up);
}

TEST_CASE("twin fault: a shifted row keeps its order and leaves the first port empty") {
  const TwinState healthy = small_twin();
  TwinState state = with_fault(healthy, *place_twin_fault("shifted_row:leaf1:swp33s1", healthy, 1));
  REQUIRE_FALSE(port(state, "leaf1", "swp33s1").far.there());
  REQUIRE(state.text(port(state, "leaf1", "swp34s0").far) == "spine1:swp1s1");
  REQUIRE(state.text(port(state, "leaf1", "swp34s1").far) == "spine2:swp1s0");
  REQUIRE(state.text(port(state, "leaf1", "swp33s0").far) == "spine1:swp1s0");
}

}  // namespace weft

// snapshot.json: what is written is read back; what was not seen stays not seen.

#include "model/snapshot_json.h"

#include "model/snapshot.h"
#include "support/catch.h"

namespace weft {

TEST_CASE("snapshot.json: round trip, absent is not empty, another major is refused") {
  Snapshot seen;
  NodeState& node = seen.nodes.emplace_back();
  node.name = "leaf1";
  node.neighbours.emplace();
  Neighbour& n = node.neighbours->emplace_back();
  n.port = "swp1";
  n.system_name = "h1";
  n.age_s = 40;
  node.interfaces.emplace().emplace_back().name = "swp1";
  node.interfaces->front().speed = BitRate{4e11};
  seen.nodes.emplace_back().name = "leaf2";
  seen.nodes.back().routes.emplace();
  seen.gaps.push_back({"leaf2", "LLDP neighbours", "needs root"});
  const std::string text = write_snapshot(seen);
  const auto back = read_snapshot(text, "snapshot.json");
  INFO((back ? "" : back.error().text()));
  REQUIRE(back.has_value());
  REQUIRE(write_snapshot(*back) == text);
  REQUIRE(back->nodes[0].neighbours->at(0).age_s == 40);
  REQUIRE_FALSE(back->nodes[0].interfaces->at(0).up.has_value());
  REQUIRE_FALSE(back->nodes[1].neighbours.has_value());
  REQUIRE(back->nodes[1].routes->empty());
  REQUIRE_FALSE(read_snapshot(R"({"schema":"2.0"})", "snapshot.json").has_value());
  REQUIRE_FALSE(read_snapshot("[]", "snapshot.json").has_value());
}

}  // namespace weft

// The built part of a plan.

#include "plan/only.h"

#include <set>

#include "plan/make.h"
#include "support/catch.h"

using namespace weft;

namespace {

Plan three_tiers() {
  Result<MadePlan> made = make_plan({128, 8, 3});
  REQUIRE(made);
  return std::move(made->plan);
}

std::size_t links_left(const Plan& plan, std::string_view words) {
  const Result<Plan> part = only(plan, words);
  INFO((part ? std::string() : part.error().text()));
  REQUIRE(part);
  return part->links.size();
}

}  // namespace

TEST_CASE("a pod, a rail, both, a rack, a device") {
  const Plan plan = three_tiers();
  REQUIRE(plan.nodes.front().pod == "0");
  CHECK(links_left(plan, "") == plan.links.size());
  CHECK(links_left(plan, "rail3") == 128 + 4 * 32);  // hosts, and the leaves' uplinks
  CHECK(links_left(plan, "pod0,rail3") == 64 + 2 * 32);
  CHECK(links_left(plan, "pod0,pod1,rail3,rail4") == 2 * (128 + 4 * 32));
  CHECK(links_left(plan, "leaf-p0-su00-r0") == 32 + 32);
  CHECK(links_left(plan, "su00-rack0") == 0);  // its cables leave the rack
  CHECK(links_left(plan, "Pod:1,rail=7") == 64 + 2 * 32);
}

TEST_CASE("devices of the part stay, also without a cable; others go") {
  const Result<Plan> part = only(three_tiers(), "pod0");
  REQUIRE(part);
  for (const Node& node : part->nodes) CHECK(node.pod == "0");
  CHECK(part->nodes.size() == 64 + 16 + 8);
}

TEST_CASE("a word that names nothing is told with what there is, all of them") {
  const Result<Plan> part = only(three_tiers(), "pod9,rail8,nowhere");
  REQUIRE_FALSE(part);
  const std::string text = part.error().text();
  CHECK(text.find("'pod9'") != std::string::npos);
  CHECK(text.find("'rail8'") != std::string::npos);
  CHECK(text.find("'nowhere'") != std::string::npos);
  CHECK(text.find("pods: 0, 1") != std::string::npos);
}

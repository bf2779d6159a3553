// What a format can hold comes back the same; what it cannot is said.

#include <algorithm>

#include "plan/describe.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

// Without what belongs to one file (lines, its name) and what is guessed anew from it.
std::string bare(Plan plan) {
  plan.source.clear();
  for (Link& link : plan.links) link.line.reset();
  for (Node& node : plan.nodes) {
    if (node.role_guessed) node.role = Role::unknown, node.role_guessed = false;
    std::erase_if(node.attributes, [](const auto& entry) { return entry.second.is_null(); });
  }
  std::sort(plan.nodes.begin(), plan.nodes.end(),
            [](const Node& a, const Node& b) { return a.name < b.name; });
  std::sort(plan.open_ports.begin(), plan.open_ports.end());
  return test::describe(plan);
}

std::vector<std::string> good_files() {
  std::vector<std::string> out;
  for (const std::string folder : {"plan/files", "cases"}) {
    const auto names = list_folder(test::tests_folder() + "/" + folder);
    REQUIRE(names);
    for (const std::string& name : *names)
      if (folder != "cases" || (name.starts_with("pl-") && name.find("lldp") == std::string::npos))
        out.push_back(folder + "/" + name);
  }
  return out;
}

}  // namespace

TEST_CASE("a plan written and read again is the same plan, where nothing is said to be lost") {
  std::size_t whole = 0;
  for (const std::string& file : good_files()) {
    const Result<PlanRead> read = read_plan(test::read_test_file(file), file);
    if (!read || read->plan.nodes.empty()) continue;
    for (const auto& [id, format] : plan_formats::all()) {
      INFO(file << " as " << id);
      std::vector<std::string> lost;
      const std::string text = format.write(read->plan, lost);
      INFO(text);
      const Result<PlanRead> again = read_plan(text, "again", id);
      INFO((again ? std::string() : again.error().text()));
      REQUIRE(again);
      std::vector<std::string> lost_again;
      CHECK(format.write(again->plan, lost_again) == text);
      const bool cables_lost = std::any_of(lost.begin(), lost.end(), [](const std::string& what) {
        return what.find("leave the plan") != std::string::npos;
      });
      CHECK((cables_lost || again->plan.links.size() == read->plan.links.size()));
      if (!lost.empty()) continue;
      CHECK(bare(again->plan) == bare(read->plan));
      ++whole;
    }
  }
  CHECK(whole > 100);  // most files, in most formats
}

TEST_CASE("what a format cannot hold is named") {
  const Result<PlanRead> read =
      read_plan(test::read_test_file("plan/files/templates.dot"), "templates.dot");
  REQUIRE(read);
  std::vector<std::string> lost;
  REQUIRE(write_plan(read->plan, "csv", lost));
  CHECK(lost == std::vector<std::string>{"what is said of the whole plan: mtu, adaptive_routing, "
                                         "L1, LLDP, hostnametype, title",
                                         "attributes: length, rail, rate"});
  lost.clear();
  REQUIRE(write_plan(read->plan, "air", lost));
  CHECK(std::find(lost.begin(), lost.end(), "the label of 1 cable") != lost.end());
  lost.clear();
  REQUIRE(write_plan(read->plan, "json", lost));
  CHECK(lost.empty());
}

// Every plan file of the tests, read and described: tests/plan/files and the cases pl-*.

#include "plan/plan.h"

#include "base/text.h"
#include "plan/describe.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

std::vector<std::string> plan_files() {
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

std::string read_and_describe(const std::string& path) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const Result<PlanRead> read = read_plan(test::read_test_file(path), name);
  return read ? test::describe(*read) : "error " + read.error().text() + "\n";
}

}  // namespace

TEST_CASE("each plan file reads as its golden says") {
  for (const std::string& path : plan_files()) {
    INFO(path);
    const std::string name = path.substr(path.rfind('/') + 1);
    test::check_golden("plan/goldens/" + name + ".txt", read_and_describe(path));
  }
}

TEST_CASE("a format asked for by name is used, and a wrong name is an error with a suggestion") {
  CHECK(read_plan("from,from_port,to,to_port\na,1,b,1\n", "x.dot", "csv")->plan.links.size() == 1);
  const auto wrong = read_plan("x", "x", "cvs");
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().text().find("csv") != std::string::npos);
}

TEST_CASE("content counts where the suffix says nothing or something else") {
  CHECK(read_plan("graph G { \"a\":\"1\" -- \"b\":\"2\" }", "topology")->format == "dot");
  CHECK(read_plan("graph G { \"a\":\"1\" -- \"b\":\"2\" }", "topology.txt")->format == "dot");
  CHECK(read_plan("{\"nodes\": {}, \"links\": []}", "plan.csv")->format == "air");
  CHECK(read_plan("{\"schema\": \"1.0\"}", "plan.json")->format == "json");
}

TEST_CASE("a graph is told behind comments, also on its own line") {
  for (const char* text : {"/* plan */ graph { \"l1\":\"swp1\" -- \"h1\":\"eth0\" }",
                           "# a\n// b\n/* c\n d */strict graph g{\"l1\":\"swp1\"--\"h1\":\"eth0\"}",
                           "graph/* x */{ \"l1\":\"swp1\" -- \"h1\":\"eth0\" }"}) {
    INFO(text);
    const auto read = read_plan(text, "plan");
    REQUIRE(read);
    CHECK(read->format == "dot");
    CHECK(read->plan.links.size() == 1);
  }
}

TEST_CASE("compass points are for drawing") {
  const auto read = read_plan("graph { \"l1\":\"swp1\":n -- \"h1\":\"eth0\":se }", "p.dot");
  REQUIRE(read);
  CHECK(read->faults.empty());
  CHECK(read->plan.links.at(0).a.name == "swp1");
  CHECK(read->plan.links.at(0).b.name == "eth0");
  CHECK(std::ranges::count_if(read->notes, [](const Error& note) {
          return note.what.find("compass") != std::string::npos;
        }) == 2);
}

TEST_CASE("panels on the way, by blank, semicolon or comma") {
  for (const char* list : {"p1:F1 p2:F2", "p1:F1;p2:F2", "p1:F1; p2:F2", "p1:F1, p2:F2"}) {
    const auto read = read_plan(
        std::string("graph { \"l1\":\"swp1\" -- \"h1\":\"eth0\" [through=\"") + list + "\"] }",
        "p.dot");
    REQUIRE(read);
    CHECK(read->plan.links.at(0).through == std::vector<Port>{{"p1", "F1"}, {"p2", "F2"}});
  }
}

TEST_CASE("a link of Air whose node is not listed is a warning") {
  const auto read = read_plan(
      R"({"nodes": {"l1": {}}, "links": [[{"node": "l1", "interface": "swp1"},
          {"node": "ghost", "interface": "eth0"}]]})",
      "a.json");
  REQUIRE(read);
  CHECK(read->plan.links.size() == 1);
  REQUIRE(read->warnings.size() == 1);
  CHECK(read->warnings[0].what.find("ghost") != std::string::npos);
}

TEST_CASE("a cable listed from both ends under two spellings of a name is one") {
  const auto read = read_plan(
      "from,from_port,from_rack,to,to_port\n"
      "leaf1.dc7.example,swp1,,h1,eth0\n"
      "H1,ETH0,,LEAF1,swp1\n"
      "leaf1.dc7.example,swp2,R1,h2,eth0\n"
      "h2,eth0,R2,leaf1,swp2\n",
      "p.csv");
  REQUIRE(read);
  REQUIRE(read->plan.links.size() == 2);
  CHECK_FALSE(read->plan.links[0].disputed);
  REQUIRE(read->plan.nodes.size() == 3);
  REQUIRE(read->warnings.size() == 2);
  CHECK(read->warnings[0].what.find("LEAF1:swp1") != std::string::npos);
  CHECK(read->plan.nodes[2].rack == "R2");
  const auto two = read_plan(  // of two domains: which one is meant cannot be told
      "from,from_port,to,to_port\n"
      "l1.a.example,swp1,h1,eth0\nl1.b.example,swp1,h2,eth0\nh1,eth0,l1,swp1\n",
      "p.csv");
  CHECK(two->plan.links.size() == 3);
}

TEST_CASE("the format to write is told by the suffix") {
  CHECK(*format_for_writing("a/b.dot") == "dot");
  CHECK(*format_for_writing("x.JSON") == "json");
  CHECK(*format_for_writing("-", "air") == "air");
  CHECK_FALSE(format_for_writing("x.xlsx").has_value());
}

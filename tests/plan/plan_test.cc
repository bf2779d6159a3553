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

TEST_CASE("the format to write is told by the suffix") {
  CHECK(*format_for_writing("a/b.dot") == "dot");
  CHECK(*format_for_writing("x.JSON") == "json");
  CHECK(*format_for_writing("-", "air") == "air");
  CHECK_FALSE(format_for_writing("x.xlsx").has_value());
}

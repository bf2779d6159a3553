#include "suite/find.h"

#include "base/file.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {
constexpr std::array<std::string_view, 3> patterns{"pairs", "ring", "incast"};
}

TEST_CASE("a suite is found by name in folders, first folder first, or by path") {
  const test::TemporaryFolder folder;
  const std::string suite = R"({"schema": "1.0", "steps": [{"pattern": "ring", "sizes": [8]}]})";
  const fs::path a = folder.path("a"), b = folder.path("b"), none = folder.path("none");
  REQUIRE(make_folders(a));
  REQUIRE(make_folders(b));
  for (const fs::path& path : {a / "quick.json", b / "quick.json", b / "burn_in.json"})
    REQUIRE(write_file(path, suite));
  REQUIRE(write_file(b / "notes.txt", ""));
  const std::vector<fs::path> folders{none, a, b};
  CHECK(*find_suite("quick", folders) == a / "quick.json");
  CHECK(*find_suite("burn-in", folders) == b / "burn_in.json");
  CHECK(*find_suite((b / "quick.json").string(), folders) == b / "quick.json");
  CHECK(list_suites(folders).size() == 2);
  CHECK(load_suite("burn_in", folders, patterns)->id == "burn_in");
  CHECK(find_suite("quik", folders).error().text() ==
        "no suite 'quik', did you mean 'quick'? (there are: burn_in, quick)");
  CHECK(find_suite("x/y.json", folders).error().text() == "no suite file 'x/y.json'");
  const std::vector<fs::path> empty{none};
  CHECK(find_suite("quick", empty).error().text() ==
        "no suite 'quick' (no suite was found in " + none.string() + ")");
}

TEST_CASE("every suite in the tree can be read") {
  const std::vector<fs::path> folders{test::tests_folder() + "/../suites"};
  const auto suites = list_suites(folders);
  REQUIRE_FALSE(suites.empty());
  for (const SuiteFile& file : suites) {
    const auto suite = load_suite(file.name, folders, {});
    INFO(file.name << (suite ? "" : suite.error().text()));
    REQUIRE(suite);
    CHECK_FALSE(suite->about.empty());
    for (const Step& step : suite->steps) CHECK_FALSE(step.about.empty());
  }
}

TEST_CASE("the quick suite is what the manual says") {
  const std::vector<fs::path> folders{test::tests_folder() + "/../suites"};
  const auto suite = load_suite("quick", folders, patterns);
  REQUIRE(suite);
  std::vector<std::string> ids;
  for (const Step& step : suite->steps) ids.push_back(step.id);
  CHECK(ids == std::vector<std::string>{"pairs_bandwidth", "pairs_latency", "ring", "incast",
                                        "pairs_between_hosts", "pairs_rdma", "pairs_gpu"});
  CHECK(suite->steps[2].sizes.size() == 8);
  CHECK(suite->steps[2].sizes.back() == 8_MiB);
}

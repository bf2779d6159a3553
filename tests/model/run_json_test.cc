#include "model/run_json.h"

#include "model/plan.h"
#include "model/run.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

TEST_CASE("a run is written and read alike, newer minor fields are kept") {
  Run run;
  run.suite = "quick";
  run.findings.push_back({"mpi", Verdict::fail, "host-a", "x", "y", "z"});
  std::string text = write_run(run);
  text.insert(text.find('{') + 1, "\"added_in_1_9\": {\"a\": [1]},");
  const auto back = read_run(text, "run.json");
  REQUIRE(back);
  CHECK(back->findings.at(0).subject == "host-a");
  CHECK(write_run(*back).find("\"added_in_1_9\": {\"a\":[1]}") != std::string::npos);
}

TEST_CASE("another major version is refused with a sentence") {
  CHECK(read_run("{\"schema\": \"2.0\"}", "run.json").error().text() ==
        "run.json: schema 2.0 is not readable by this weft, which reads 1.x "
        "(use the newer weft that wrote it)");
  CHECK(read_run("{}", "run.json").error().what ==
        "no \"schema\" member: this is no document of weft");
}

TEST_CASE("the committed schema is what the field lists say") {
  test::check_golden("../reports/schema/run.schema.json", run_schema());
}

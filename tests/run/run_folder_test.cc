#include "run/run_folder.h"

#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

RunFolder made(const test::TemporaryFolder& folder) {
  RunRequest request;
  request.suite_file = "s.json";
  request.layout.endpoints = {{"h", 0}, {"h", 1}};
  auto result = RunFolder::create(folder.path("out"), request);
  REQUIRE(result);
  return std::move(*result);
}

StepRecord record(const std::string& id, StepState state) {
  StepRecord r;
  r.step.id = id;
  r.state = state;
  return r;
}

}  // namespace

TEST_CASE("of a step the last line counts, a torn last line is told and left out") {
  test::TemporaryFolder folder;
  const RunFolder run = made(folder);
  REQUIRE(run.append_step(record("a", StepState::partly)));
  REQUIRE(run.append_step(record("b", StepState::partly)));
  REQUIRE(run.append_step(record("a", StepState::done)));
  std::vector<std::string> notes;
  auto steps = run.read_steps(notes);
  REQUIRE(steps);
  REQUIRE(steps->size() == 2);
  CHECK((*steps)[0].state == StepState::done);
  CHECK(notes.empty());

  const std::string path = folder.path("out/steps.jsonl");
  const std::string text = *read_file(path);
  REQUIRE(write_file(path, text + "{\"step\": {\"id\""));
  steps = run.read_steps(notes);
  REQUIRE(steps);
  CHECK(steps->size() == 2);
  CHECK(notes == std::vector<std::string>{"steps.jsonl:4: the last line is torn and was left out"});
  REQUIRE(write_file(path, "garbage\n" + text));
  CHECK(run.read_steps(notes).error().place.line == 1);
}

TEST_CASE("folders that are none, are taken, or are from a newer weft are refused") {
  test::TemporaryFolder folder;
  CHECK(RunFolder::open(folder.path()).error().what.find("is no run folder") != std::string::npos);
  const RunFolder run = made(folder);
  CHECK(RunFolder::create(run.path(), run.request()).error().what.find("holds a run already") !=
        std::string::npos);
  std::string text = *read_file(folder.path("out/request.json"));
  text.replace(text.find("\"1.0\""), 5, "\"2.0\"");
  REQUIRE(write_file(folder.path("out/request.json"), text));
  CHECK(RunFolder::open(run.path()).error().what ==
        "schema 2.0 is not readable by this weft, which reads 1.x");
}

TEST_CASE("names from outside cannot leave the folder") {
  test::TemporaryFolder folder;
  const RunFolder run = made(folder);
  Step step;
  step.id = "../../etc/x";
  CHECK(run.samples_name(step) == "samples/_.._.._etc_x.bin");
  REQUIRE(run.write_site("..", "a/../b", "text"));
  CHECK(*read_file(folder.path("out/site/_../commands/a_.._b")) == "text");
}

TEST_CASE("a torn tail is cut before samples are appended") {
  test::TemporaryFolder folder;
  const RunFolder run = made(folder);
  Step step;
  step.id = "a";
  RoundOutcome round{0, {Sample{}}, Nanos(1), Nanos(1)};
  REQUIRE(run.append_samples(step)->append(encode_block(round)));
  REQUIRE(run.append_samples(step)->append(encode_block(round).substr(0, 50)));
  CHECK(run.read_samples(step)->torn);
  round.unit = 1;
  REQUIRE(run.append_samples(step)->append(encode_block(round)));
  const auto file = run.read_samples(step);
  CHECK_FALSE(file->torn);
  CHECK(file->samples.size() == 2);
  CHECK(file->next_unit == 2);
}

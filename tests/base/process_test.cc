#include "base/process.h"

#include <unistd.h>

#include "base/file.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

TEST_CASE("a command runs with its input, output and status") {
  const auto output = run_command({{"sh", "-c", "cat; echo bad >&2; exit 3"}, {}, "hello"});
  REQUIRE(output);
  CHECK(output->out == "hello");
  CHECK(output->err == "bad\n");
  CHECK(output->status == 3);
}

TEST_CASE("what cannot be run is an error, what does not end is ended") {
  CHECK(run_command({{"/nonexistent/x"}}).error().what ==
        "cannot run '/nonexistent/x': No such file or directory");
  const auto slow =
      run_command({{"sh", "-c", "sleep 60 & wait"}, {}, "", std::chrono::milliseconds(100)});
  REQUIRE(slow);
  CHECK(slow->timed_out);
}

TEST_CASE("a child is ended with its whole group") {
  test::TemporaryFolder folder;
  auto child = Child::start({{"sh", "-c", "trap '' TERM; echo on; sleep 60"}}, folder.path("log"));
  REQUIRE(child);
  std::string output;
  for (int i = 0; i < 500 && output.empty(); ++i) {
    ::usleep(10000);
    child->read_output(output);
  }
  CHECK(output == "on\n");
  CHECK_FALSE(child->ended());
  CHECK(child->end(std::chrono::milliseconds(50)) != 0);
}

TEST_CASE("files are replaced whole or not at all") {
  test::TemporaryFolder folder;
  REQUIRE(write_file(folder.path("a"), "one"));
  CHECK(*read_file(folder.path("a")) == "one");
  CHECK(write_file("/dev/full/x", "one").error().what ==
        "cannot write '/dev/full/x': Not a directory");
  auto log = AppendFile::open(folder.path("log"));
  REQUIRE(log);
  REQUIRE(log->append("abc"));
  REQUIRE(log->truncate(1));
  REQUIRE(log->append("d"));
  CHECK(*read_file(folder.path("log")) == "ad");
  auto full = AppendFile::open("/dev/full");
  REQUIRE(full);
  CHECK(full->append("x").error().what == "cannot write '/dev/full': No space left on device");
}

#include "base/temporary_folder.h"

#include <cstdlib>

#include "support/catch.h"

using namespace weft;

TEST_CASE("a temporary folder is there with its object, and gone with what is in it") {
  fs::path path;
  {
    auto made = TemporaryFolder::make("test");
    REQUIRE(made);
    const TemporaryFolder folder = std::move(*made);
    path = folder.path();
    CHECK(path.filename().string().starts_with("weft-test-"));
    REQUIRE(write_file(path / "file", "text"));
    const auto other = TemporaryFolder::make("test");
    REQUIRE(other);
    CHECK(other->path() != path);
  }
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("where none can be made it is said") {
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TMPDIR", "/proc", 1);
  const auto made = TemporaryFolder::make("test");
  before != nullptr ? ::setenv("TMPDIR", kept.c_str(), 1) : ::unsetenv("TMPDIR");
  REQUIRE_FALSE(made);
  CHECK(made.error().what.starts_with("cannot make a temporary folder in /proc"));
}

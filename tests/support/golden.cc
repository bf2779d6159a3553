// Goldens and temporary folders; see golden.h.

#include "support/golden.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/file.h"
#include "base/text.h"
#include "support/catch.h"

namespace weft::test {

std::string tests_folder() { return WEFT_TESTS_FOLDER; }

std::string read_test_file(const std::string& path) {
  const auto content = read_file(tests_folder() + "/" + path);
  INFO((content ? "" : content.error().text()));
  REQUIRE(content.has_value());
  return *content;
}

void check_golden(const std::string& path, std::string_view text) {
  const fs::path file = tests_folder() + "/" + path;
  if (std::getenv("UPDATE_GOLDEN") != nullptr) {
    REQUIRE(make_folders(file.parent_path()).has_value());
    REQUIRE(write_file(file, text).has_value());
    return;
  }
  const auto golden = read_file(file);
  INFO("golden " << path << " (UPDATE_GOLDEN=1 rewrites it)");
  REQUIRE(golden.has_value());
  const auto wanted = lines(*golden);
  const auto got = lines(text);
  for (std::size_t i = 0; i < std::min(wanted.size(), got.size()); ++i) {
    INFO("line " << i + 1);
    REQUIRE(std::string(got[i]) == std::string(wanted[i]));
  }
  REQUIRE(got.size() == wanted.size());
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "weft-test-XXXXXX").string();
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  folder_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;
  fs::remove_all(folder_, error);
}

std::string TemporaryFolder::path(std::string_view name) const {
  return name.empty() ? folder_ : fmt::format("{}/{}", folder_, name);
}

}  // namespace weft::test

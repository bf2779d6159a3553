// Goldens: a text compared with a file, rewritten when UPDATE_GOLDEN is set; review is the diff.
#pragma once

#include <string>
#include <string_view>

namespace weft::test {

// `path` is relative to tests/. On a mismatch fails the running test with the first differing line.
void check_golden(const std::string& path, std::string_view text);

std::string tests_folder();  // absolute
std::string read_test_file(
    const std::string& path);  // relative to tests/; fails the test if absent

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  std::string path(std::string_view name = "") const;

 private:
  std::string folder_;
};

}  // namespace weft::test

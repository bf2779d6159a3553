// Where a suite's file is: a name is looked up in folders, anything else is a path.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "suite/suite.h"

namespace weft {

struct SuiteFile {
  std::string name;
  std::filesystem::path path;
};

// All <name>.json in the folders, sorted by name; a name in an earlier folder hides a later one.
// A folder that is not there holds none.
std::vector<SuiteFile> list_suites(std::span<const std::filesystem::path> folders);

// The file of suite `name_or_path`. A text with '/' or ending in ".json" is a path as it stands.
// Error: no such suite, with the names there are and did-you-mean.
Result<std::filesystem::path> find_suite(std::string_view name_or_path,
                                         std::span<const std::filesystem::path> folders);

// find_suite, then the file's content through read_suite.
Result<Suite> load_suite(std::string_view name_or_path,
                         std::span<const std::filesystem::path> folders,
                         std::span<const std::string_view> pattern_ids);

}  // namespace weft

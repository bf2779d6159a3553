// Where suites are found: beside the program (build or installed), then in ./suites.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace weft {

std::vector<std::filesystem::path> suite_folders();
std::vector<std::string_view> pattern_ids();

}  // namespace weft

// Folders of suites; see suites_folder.h.

#include "suites_folder.h"

#include "base/process.h"
#include "pattern/pattern.h"

namespace weft {

std::vector<std::filesystem::path> suite_folders() {
  const std::filesystem::path beside = std::filesystem::path(own_path()).parent_path();
  return {beside / "suites", beside / "../share/weft/suites", "suites"};
}

std::vector<std::string_view> pattern_ids() {
  std::vector<std::string_view> ids;
  for (const auto& row : patterns::all()) ids.push_back(row.id);
  return ids;
}

}  // namespace weft

// Looks for suite files; the disk is reached through base/file.h.

#include "suite/find.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/file.h"
#include "base/text.h"

namespace weft {

std::vector<SuiteFile> list_suites(std::span<const fs::path> folders) {
  std::vector<SuiteFile> out;
  for (const fs::path& folder : folders) {
    const auto names = list_folder(folder);
    if (!names) continue;
    for (const std::string& name : *names) {
      if (!name.ends_with(".json") || name.starts_with(".")) continue;
      const std::string id = name.substr(0, name.size() - 5);
      const auto same = [&](const SuiteFile& file) { return file.name == id; };
      if (std::none_of(out.begin(), out.end(), same)) out.push_back({id, folder / name});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const SuiteFile& a, const SuiteFile& b) { return a.name < b.name; });
  return out;
}

Result<fs::path> find_suite(std::string_view name_or_path, std::span<const fs::path> folders) {
  if (name_or_path.find('/') != std::string_view::npos || name_or_path.ends_with(".json")) {
    std::error_code ignored;
    if (fs::exists(name_or_path, ignored)) return fs::path(name_or_path);
    return fail(fmt::format("no suite file '{}'", printable(name_or_path)));
  }
  std::string wanted(name_or_path);
  std::replace(wanted.begin(), wanted.end(), '-', '_');
  const std::vector<SuiteFile> there = list_suites(folders);
  std::vector<std::string_view> names;
  for (const SuiteFile& file : there) {
    if (file.name == wanted || file.name == name_or_path) return file.path;
    names.push_back(file.name);
  }
  const std::string what =
      fmt::format("no suite '{}'{}", printable(name_or_path), did_you_mean(name_or_path, names));
  if (!names.empty()) return fail(what, fmt::format("there are: {}", fmt::join(names, ", ")));
  std::vector<std::string> looked;
  for (const fs::path& folder : folders) looked.push_back(folder.string());
  return fail(what, fmt::format("no suite was found in {}",
                                looked.empty() ? "any folder" : join(looked, ", ")));
}

Result<Suite> load_suite(std::string_view name_or_path, std::span<const fs::path> folders,
                         std::span<const std::string_view> pattern_ids) {
  WEFT_TRY(const fs::path path, find_suite(name_or_path, folders));
  WEFT_TRY(const std::string text, read_file(path, std::size_t{16} << 20));
  return read_suite(text, path.string(), pattern_ids);
}

}  // namespace weft

// The folder of a lab; see state.h.

#include "lab/state.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>

#include "base/text.h"

namespace weft {
namespace {

// Ours alone: nobody else may put a folder where we shall write and run from.
Result<void> own_folder(const fs::path& path) {
  WEFT_CHECK(make_folders(path));
  struct stat what {};
  if (::lstat(path.c_str(), &what) != 0 || !S_ISDIR(what.st_mode) || what.st_uid != ::geteuid() ||
      (what.st_mode & 022) != 0)
    return fail(fmt::format("'{}' is not a folder of yours alone", path.string()),
                "name another one with --state");
  return {};
}

fs::path default_root() {
  if (const char* runtime = std::getenv("XDG_RUNTIME_DIR"); runtime != nullptr && *runtime == '/')
    return fs::path(runtime) / "weft/lab";
  if (::geteuid() == 0) return "/run/weft/lab";
  return fs::temp_directory_path() / fmt::format("weft-lab-{}", ::geteuid());
}

}  // namespace

Result<fs::path> lab_root(const std::string& given) {
  std::error_code error;
  const fs::path path = given.empty() ? default_root() : fs::absolute(given, error);
  WEFT_CHECK(own_folder(path));
  return path;
}

Result<LabFolder> LabFolder::named(const std::string& root, const std::string& name) {
  constexpr std::string_view allowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  if (name.empty() || name.size() > 60 || name[0] == '.' || name[0] == '-' ||
      name.find_first_not_of(allowed) != name.npos)
    return fail(fmt::format("'{}' cannot be the name of a lab", printable(name)),
                "up to 60 letters, digits and ._-");
  WEFT_TRY(const fs::path base, lab_root(root));
  return LabFolder(base / name);
}

fs::path LabFolder::log(std::string_view node, std::string_view program) const {
  return of_node(node) / fmt::format("{}.out", program);
}

bool LabFolder::exists() const {
  std::error_code error;
  return fs::exists(path_ / "lab.json", error);
}

Result<LabState> LabFolder::read() const {
  if (!exists())
    return fail(fmt::format("no lab '{}' is up", name()),
                name() == "lab" ? "`weft lab up` makes one"
                                : fmt::format("`weft lab up --name {}` makes one", name()));
  const std::string file = path_ / "lab.json";
  WEFT_TRY(const std::string text, read_file(file));
  return from_json_text<LabState>(text, file);
}

Result<void> LabFolder::write(const LabState& state) const {
  return write_file(path_ / "lab.json", to_json_text(state, 2) + "\n");
}

Result<Plan> LabFolder::read_plan() const {
  const std::string file = path_ / "plan.json";
  WEFT_TRY(const std::string text, read_file(file));
  return from_json_text<Plan>(text, file);
}

Result<void> LabFolder::write_plan(const Plan& plan) const {
  return write_file(path_ / "plan.json", to_json_text(plan, 2) + "\n");
}

Result<void> LabFolder::remove() const {
  if (!exists()) return fail(fmt::format("'{}' holds no lab", path_.string()));
  std::error_code error;
  fs::remove_all(path_ / "nodes", error);
  if (!error) fs::remove_all(path_, error);
  if (!error) return {};
  return fail(fmt::format("cannot remove '{}': {}", path_.string(), errno_text(error.value())));
}

std::vector<std::string> lab_names(const std::string& root) {
  std::vector<std::string> out;
  const auto base = lab_root(root);
  if (!base) return out;
  for (const std::string& name : list_folder(*base).value_or(std::vector<std::string>{}))
    if (const auto folder = LabFolder::named(root, name); folder && folder->exists())
      out.push_back(name);
  return out;
}

}  // namespace weft

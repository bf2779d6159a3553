// See temporary_folder.h.

#include "base/temporary_folder.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <utility>

namespace weft {

Result<TemporaryFolder> TemporaryFolder::make(std::string_view what) {
  std::error_code error;
  const fs::path where = fs::temp_directory_path(error);
  if (error) return fail("no folder for temporary files: " + error.message());
  std::string name = (where / fmt::format("weft-{}-XXXXXX", what)).string();
  if (::mkdtemp(name.data()) == nullptr)
    return fail(
        fmt::format("cannot make a temporary folder in {}: {}", where.string(), errno_text(errno)));
  return TemporaryFolder(name);
}

TemporaryFolder::TemporaryFolder(TemporaryFolder&& other) noexcept
    : path_(std::exchange(other.path_, {})) {}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

}  // namespace weft

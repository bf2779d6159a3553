// A folder under the system's temporary one that nobody else can have made, gone with its object.
#pragma once

#include "base/file.h"

namespace weft {

class TemporaryFolder {
 public:
  // "weft-" + `what` + a random end, for this user only. Error: it cannot be made, and why.
  static Result<TemporaryFolder> make(std::string_view what);
  TemporaryFolder(TemporaryFolder&& other) noexcept;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const fs::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(fs::path path) : path_(std::move(path)) {}
  fs::path path_;
};

}  // namespace weft

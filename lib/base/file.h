// Files: the door to the disk. A good file is never replaced by half of a new one.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace weft {

namespace fs = std::filesystem;

// Whole content. Error: the path and why; also when it is larger than `limit` bytes or no file.
Result<std::string> read_file(const fs::path& path, std::size_t limit = std::size_t{4} << 30);

// Writes beside the path, syncs, then renames: after an error (a full disk) the old content stands.
Result<void> write_file(const fs::path& path, std::string_view content);

Result<void> make_folders(const fs::path& path);
Result<std::vector<std::string>> list_folder(const fs::path& path);  // names, sorted

// A file that grows by whole blocks: each append is on the disk, or reported and cut off again.
class AppendFile {
 public:
  static Result<AppendFile> open(const fs::path& path);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  Result<void> append(std::string_view block);
  std::uint64_t size() const { return size_; }
  Result<void> truncate(std::uint64_t size);  // drops a torn tail

 private:
  AppendFile(fs::path path, int fd, std::uint64_t size);
  fs::path path_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace weft

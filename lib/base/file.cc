// Files, by plain system calls so that every error has its errno; see file.h.

#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/text.h"

namespace weft {
namespace {

Failure failed(const fs::path& path, std::string_view doing, int number) {
  std::string hint;
  if (number == EACCES || number == EPERM || number == EROFS)
    hint = "choose a folder that you may write";
  if (number == ENOSPC || number == EDQUOT) hint = "free some space, then run it again";
  if (doing == "read") hint.clear();
  return fail(
      fmt::format("cannot {} '{}': {}", doing, printable(path.string()), errno_text(number)), hint);
}

// All of `content`, or the errno.
int write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(n));
  }
  return 0;
}

}  // namespace

Result<std::string> read_file(const fs::path& path, std::size_t limit) {
  const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return failed(path, "read", errno);
  std::string content;
  struct stat about {};
  if (::fstat(fd, &about) == 0 && about.st_size > 0)
    content.reserve(std::min({limit, std::size_t{1} << 28, std::size_t(about.st_size)}));
  int problem = 0;
  for (char buffer[1 << 16]; problem == 0;) {
    const ssize_t n = ::read(fd, buffer, sizeof buffer);
    if (n == 0) break;
    if (n < 0)
      problem = errno == EINTR ? 0 : errno;
    else
      content.append(buffer, static_cast<std::size_t>(n));
    if (content.size() > limit) problem = EFBIG;
  }
  ::close(fd);
  if (problem != 0) return failed(path, "read", problem);
  return content;
}

Result<void> write_file(const fs::path& path, std::string_view content) {
  const fs::path beside = path.string() + fmt::format(".{}.part", ::getpid());
  const int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (fd < 0) return failed(path, "write", errno);
  int problem = write_all(fd, content);
  if (problem == 0 && ::fsync(fd) != 0 && errno != EINVAL) problem = errno;
  if (::close(fd) != 0 && problem == 0) problem = errno;
  if (problem == 0 && ::rename(beside.c_str(), path.c_str()) != 0) problem = errno;
  if (problem == 0) return {};
  ::unlink(beside.c_str());
  return failed(path, "write", problem);
}

Result<void> make_folders(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (error) return failed(path, "make the folder", error.value());
  return {};
}

Result<std::vector<std::string>> list_folder(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(path, error), end; !error && it != end; it.increment(error))
    names.push_back(it->path().filename().string());
  if (error) return failed(path, "read", error.value());
  std::ranges::sort(names);
  return names;
}

AppendFile::AppendFile(fs::path path, int fd, std::uint64_t size)
    : path_(std::move(path)), fd_(fd), size_(size) {}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)), size_(other.size_) {}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(size_, other.size_);
  return *this;
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) ::close(fd_);
}

Result<AppendFile> AppendFile::open(const fs::path& path) {
  const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (fd < 0) return failed(path, "write", errno);
  struct stat about {};
  if (::fstat(fd, &about) != 0) {
    ::close(fd);
    return failed(path, "write", errno);
  }
  return AppendFile(path, fd, static_cast<std::uint64_t>(about.st_size));
}

Result<void> AppendFile::append(std::string_view block) {
  if (const int problem = write_all(fd_, block); problem != 0) {
    (void)truncate(size_);
    return failed(path_, "write", problem);
  }
  size_ += block.size();
  return {};
}

Result<void> AppendFile::truncate(std::uint64_t size) {
  if (::ftruncate(fd_, static_cast<off_t>(size)) != 0) return failed(path_, "cut", errno);
  size_ = size;
  return {};
}

}  // namespace weft

// The machine as `weft doctor` sees it: files under a root, programs and libraries. The root can be
// a copy of another machine's files (--root), so that tests and colleagues can look at it too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace weft {

class Machine {
 public:
  explicit Machine(std::string root) : root_(std::move(root)) {}

  bool is_here() const { return root_ == "/"; }  // this one, so that programs can be run

  // The content without white space at its ends, or nothing when it cannot be read.
  std::optional<std::string> read(std::string_view path) const;
  std::vector<std::string> list(std::string_view path) const;  // sorted; empty when not there
  bool exists(std::string_view path) const;

  // Where a program is, "" when there is none.
  std::string program(const std::string& name) const;
  // What a program prints; nothing when it cannot be run (also: another machine's) or fails.
  std::optional<std::string> output(const std::vector<std::string>& argv) const;
  // Whether the loader finds the library, by its soname.
  bool has_library(const std::string& name) const;
  // Bytes left and in all of the file system that holds `path`.
  struct Space {
    std::uint64_t free = 0, total = 0;
  };
  std::optional<Space> space(std::string_view path) const;
  bool is_writable(std::string_view path) const;

  // A row of /proc/self/limits by its name, soft limit; nothing when not there. UINT64_MAX:
  // unlimited.
  std::optional<std::uint64_t> limit(std::string_view name) const;
  // CPUs this process may run on, out of /proc/self/status.
  std::optional<std::size_t> allowed_cpus() const;

 private:
  std::string under(std::string_view path) const;
  std::string root_;
};

// How many numbers a kernel list such as "0-3,8" holds; nothing when it is not one.
std::optional<std::size_t> count_list(std::string_view list);

}  // namespace weft

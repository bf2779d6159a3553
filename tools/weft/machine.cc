// See machine.h.

#include "machine.h"

#include <dlfcn.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <limits>

#include "base/file.h"
#include "base/process.h"
#include "base/text.h"

namespace weft {
namespace {

constexpr std::string_view library_folders[] = {"/usr/lib/x86_64-linux-gnu",
                                                "/usr/lib/aarch64-linux-gnu", "/usr/lib64",
                                                "/usr/lib", "/usr/local/cuda/lib64"};

// "size=65536k" among the mount options of /dev/shm.
std::optional<std::uint64_t> mounted_size(std::string_view mounts, std::string_view path) {
  for (const std::string_view line : lines(mounts)) {
    const auto parts = words(line);
    if (parts.size() < 4 || parts[1] != path) continue;
    for (const std::string_view option : split(parts[3], ',')) {
      if (!option.starts_with("size=") || !option.ends_with('k')) continue;
      if (const auto kib = parse_uint(option.substr(5, option.size() - 6))) return *kib << 10;
    }
  }
  return std::nullopt;
}

}  // namespace

std::string Machine::under(std::string_view path) const {
  return is_here() ? std::string(path) : root_ + std::string(path);
}

std::optional<std::string> Machine::read(std::string_view path) const {
  const auto text = read_file(under(path), std::size_t{4} << 20);
  if (!text) return std::nullopt;
  return std::string(trim(*text));
}

std::vector<std::string> Machine::list(std::string_view path) const {
  return list_folder(under(path)).value_or(std::vector<std::string>{});
}

bool Machine::exists(std::string_view path) const {
  std::error_code ignored;
  return fs::exists(under(path), ignored);
}

std::string Machine::program(const std::string& name) const {
  if (is_here()) return find_program(name);
  for (const char* folder : {"/usr/local/bin/", "/usr/bin/", "/bin/"})
    if (exists(folder + name)) return folder + name;
  return "";
}

std::optional<std::string> Machine::output(const std::vector<std::string>& argv) const {
  if (!is_here()) return std::nullopt;
  const auto done = run_command({.argv = argv, .timeout = std::chrono::seconds(5)});
  if (!done || done->timed_out || done->status != 0) return std::nullopt;
  return std::string(trim(done->out.empty() ? done->err : done->out));
}

bool Machine::has_library(const std::string& name) const {
  if (!is_here()) {
    for (const std::string_view folder : library_folders)
      if (exists(std::string(folder) + "/" + name)) return true;
    return false;
  }
  void* library = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return false;
  dlclose(library);
  return true;
}

std::optional<Machine::Space> Machine::space(std::string_view path) const {
  if (!is_here()) {
    const auto size = mounted_size(read("/proc/mounts").value_or(""), path);
    return size ? std::optional(Space{*size, *size}) : std::nullopt;
  }
  struct statvfs at {};
  if (statvfs(std::string(path).c_str(), &at) != 0) return std::nullopt;
  return Space{std::uint64_t{at.f_bavail} * at.f_frsize, std::uint64_t{at.f_blocks} * at.f_frsize};
}

bool Machine::is_writable(std::string_view path) const {
  return access(under(path).c_str(), W_OK | X_OK) == 0;
}

std::optional<std::uint64_t> Machine::limit(std::string_view name) const {
  const std::string limits = read("/proc/self/limits").value_or("");
  for (const std::string_view line : lines(limits)) {
    if (!line.starts_with(name)) continue;
    const auto parts = words(line.substr(name.size()));
    if (parts.empty()) return std::nullopt;
    if (parts[0] == "unlimited") return std::numeric_limits<std::uint64_t>::max();
    return parse_uint(parts[0]);
  }
  return std::nullopt;
}

std::optional<std::size_t> Machine::allowed_cpus() const {
  constexpr std::string_view key = "Cpus_allowed_list:";
  const std::string status = read("/proc/self/status").value_or("");
  for (const std::string_view line : lines(status))
    if (line.starts_with(key)) return count_list(trim(line.substr(key.size())));
  return std::nullopt;
}

std::optional<std::size_t> count_list(std::string_view list) {
  std::size_t count = 0;
  for (const std::string_view part : split(list, ',')) {
    const std::size_t dash = part.find('-');
    const auto first = parse_uint(part.substr(0, dash));
    const auto last = dash == part.npos ? first : parse_uint(part.substr(dash + 1));
    if (!first || !last || *first > *last || *last > 1'000'000) return std::nullopt;
    count += *last - *first + 1;
  }
  return count;
}

}  // namespace weft

// The keeper: made by a child that unshares, kept by its child; see space.h.

#include "lab/space.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/text.h"

namespace weft {
namespace {

Failure failed(const std::string& step) {
  const int number = errno;
  return fail(fmt::format("{}: {}", step, errno_text(number)));
}

Result<void> mount_at(const char* source, const std::string& target, const char* type,
                      unsigned long flags) {
  if (::mount(source, target.c_str(), type, flags, nullptr) == 0) return {};
  return failed(fmt::format("mount {} on {}", type != nullptr ? type : source, target));
}

Result<void> bind_at(const std::string& source, const std::string& target) {
  return mount_at(source.c_str(), target, nullptr, MS_BIND | MS_REC);
}

Result<void> put(const std::string& file, const std::string& text) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  const bool done =
      fd >= 0 && ::write(fd, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  auto result = done ? Result<void>() : failed("write " + file);
  if (fd >= 0) ::close(fd);
  return result;
}

// In a user namespace of one id each; needs no privilege where the system allows it.
Result<void> become_user_root() {
  const auto uid = ::geteuid();
  const auto gid = ::getegid();
  if (::unshare(CLONE_NEWUSER) != 0) return failed("make a user namespace");
  WEFT_CHECK(put("/proc/self/setgroups", "deny"));
  WEFT_CHECK(put("/proc/self/uid_map", fmt::format("0 {} 1", uid)));
  return put("/proc/self/gid_map", fmt::format("0 {} 1", gid));
}

// /run becomes the lab's own: empty, then all that was there, but for what the lab brings itself.
Result<void> own_run() {
  constexpr std::array own = {"netns",     "frr",          "lldpd",
                              "lldpd.pid", "lldpd.socket", "lldpd.socket.lock",
                              "node",      "weft-lab"};
  const int old = ::open("/run", O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (old < 0) return failed("open /run");
  WEFT_TRY(const auto names, list_folder("/run"));
  WEFT_CHECK(mount_at("tmpfs", "/run", "tmpfs", MS_NOSUID | MS_NODEV));
  for (const std::string& name : names) {
    if (std::ranges::count(own, name) > 0) continue;
    const std::string from = fmt::format("/proc/self/fd/{}/{}", old, name), to = "/run/" + name;
    struct stat what {};
    if (::lstat(from.c_str(), &what) != 0 || !S_ISDIR(what.st_mode)) continue;
    ::mkdir(to.c_str(), 0755);
    if (!bind_at(from, to)) ::rmdir(to.c_str());  // not ours to see: not there
  }
  ::close(old);
  for (const char* name : {"netns", "lldpd", "node", "weft-lab", "weft-lab/nodes"})
    ::mkdir(fmt::format("/run/{}", name).c_str(), 0755);
  for (const auto& [name, to] : {std::pair{"frr", "node"},
                                 {"lldpd.socket", "node/lldpd.socket"},
                                 {"lldpd.socket.lock", "node/lldpd.socket.lock"}})
    if (::symlink(to, fmt::format("/run/{}", name).c_str()) != 0) return failed("link in /run");
  return {};
}

Result<void> own_accounts() {
  for (const char* name : {"passwd", "group"}) {
    const std::string file = fmt::format("/etc/{}", name);
    const std::string own = fmt::format("/run/weft-lab/{}", name);
    const auto text = read_file(file);
    WEFT_CHECK(put(own, lab_accounts(text ? *text : "", file == "/etc/passwd")));
    WEFT_CHECK(bind_at(own, file));
  }
  return {};
}

// Runs as process 1 of the space.
Result<void> furnish() {
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
    return failed("make mounts private");
  WEFT_CHECK(own_run());
  // Without root refused where /proc is masked, as in many containers.
  WEFT_CHECK(mount_at("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC));
  WEFT_CHECK(own_accounts());
  if (::sethostname("weft-lab", 8) != 0) return failed("set the host name");
  return {};
}

// Process 1: reaps what is left to it until it is told to end, or until the lab's folder is gone:
// nobody could find it any more then.
[[noreturn]] void keep(int report, const fs::path& folder) {
  sigset_t signals;
  ::sigemptyset(&signals);
  for (const int number : {SIGTERM, SIGINT, SIGCHLD}) ::sigaddset(&signals, number);
  ::sigprocmask(SIG_BLOCK, &signals, nullptr);
  const auto done = furnish();
  const std::string said = done ? "ready" : done.error().text();
  (void)!::write(report, said.data(), said.size());
  ::close(report);
  if (!done) ::_exit(1);
  const timespec pause{2, 0};
  for (int number = 0; number != SIGTERM && number != SIGINT;) {
    number = ::sigtimedwait(&signals, nullptr, &pause);
    while (::waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (::access(folder.c_str(), F_OK) != 0) break;
  }
  ::_exit(0);  // and with it, by the kernel, everything in the space
}

void say(int report, const std::string& text) { (void)!::write(report, text.data(), text.size()); }

// The child of the one who asks: leaves its session, unshares, and has the keeper for a child.
[[noreturn]] void make_space(int report, const fs::path& log) {
  ::setsid();
  const int null = ::open("/dev/null", O_RDONLY);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0644);
  ::dup2(null, 0), ::dup2(out, 1), ::dup2(out, 2), ::dup2(report, 3);
  ::close_range(4, ~0U, 0);
  if (::chdir("/") != 0) ::_exit(1);
  const auto user = ::geteuid() == 0 ? Result<void>() : become_user_root();
  if (!user) say(3, user.error().text()), ::_exit(1);
  if (::unshare(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWIPC) != 0) {
    say(3, fmt::format("make namespaces: {}", errno_text(errno)));
    ::_exit(1);
  }
  const pid_t keeper = ::fork();
  if (keeper == 0) keep(3, log.parent_path());
  say(3, fmt::format("pid {}\n", keeper));
  ::_exit(keeper > 0 ? 0 : 1);
}

std::string read_all(int fd) {
  std::string out;
  char buffer[512];
  for (ssize_t n; (n = ::read(fd, buffer, sizeof buffer)) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) out.append(buffer, static_cast<std::size_t>(n));
  return out;
}

std::optional<std::int64_t> setting(const std::string& path) {
  const auto text = read_file("/proc/sys/" + path, 100);
  const auto value = text ? parse_uint(trim(*text)) : std::nullopt;
  return value ? std::optional(static_cast<std::int64_t>(*value)) : std::nullopt;
}

SpaceLimits limits_here() {
  SpaceLimits out;
  out.root = ::geteuid() == 0;
  out.user_namespaces = setting("user/max_user_namespaces");
  out.unprivileged = setting("kernel/unprivileged_userns_clone");
  out.apparmor = setting("kernel/apparmor_restrict_unprivileged_userns");
  std::error_code error;
  out.container = fs::exists("/.dockerenv", error) || fs::exists("/run/.containerenv", error);
  return out;
}

int status_of(int raw) { return WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw); }

// Into the space of `keeper`. Its pid namespace holds only for children.
Result<void> join_space(const ProcessId& keeper) {
  std::array<int, 6> fds{};
  constexpr std::array<const char*, 6> kinds = {"user", "mnt", "net", "uts", "ipc", "pid"};
  const std::string at = fmt::format("/proc/{}/ns/", keeper.pid);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    fds[i] = ::open((at + kinds[i]).c_str(), O_RDONLY | O_CLOEXEC);
    if (fds[i] < 0) return failed(fmt::format("open {}{}", at, kinds[i]));
  }
  if (!is_alive(keeper)) return fail("the lab's keeper is gone");
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  const bool same_user =
      fs::read_symlink(at + "user", error) == fs::read_symlink("/proc/self/ns/user", error);
  for (std::size_t i = same_user ? 1 : 0; i < fds.size(); ++i)
    if (::setns(fds[i], 0) != 0) return failed(fmt::format("enter the lab's {}", kinds[i]));
  for (const int fd : fds) ::close(fd);
  if (::chdir(folder.c_str()) != 0) (void)!::chdir("/");
  return {};
}

int wait_for(pid_t child) {
  int raw = 0;
  while (::waitpid(child, &raw, 0) < 0 && errno == EINTR) {
  }
  return status_of(raw);
}

}  // namespace

std::string lab_accounts(std::string_view file, bool passwd) {
  constexpr std::array<std::string_view, 3> ours = {"frr", "frrvty", "_lldpd"};
  std::string out;
  for (const std::string_view line : lines(file)) {
    const auto name = line.substr(0, line.find(':'));
    if (!name.empty() && name != "root" && std::ranges::count(ours, name) == 0)
      out += std::string(line) + "\n";
  }
  std::string root = passwd ? "root:x:0:0:root:/root:/bin/sh\n" : "root:x:0:\n";
  for (const std::string_view name : ours) {
    if (!passwd)
      root += fmt::format("{}:x:0:\n", name);
    else if (name != "frrvty")
      root += fmt::format("{}:x:0:0::/:/bin/false\n", name);
  }
  return root + out;
}

std::string why_forbidden(const SpaceLimits& limits) {
  if (limits.root)
    return "root here may not make namespaces: in a container that takes CAP_SYS_ADMIN and a "
           "seccomp profile that allows unshare and mount (docker run --privileged)";
  if (limits.user_namespaces == 0)
    return "user namespaces are turned off: sysctl user.max_user_namespaces is 0; run as root, or "
           "set it to 10000";
  if (limits.unprivileged == 0)
    return "only root may make user namespaces: sysctl kernel.unprivileged_userns_clone is 0; run "
           "as root, or set it to 1";
  if (limits.apparmor == 1)
    return "AppArmor keeps privileges from user namespaces (Ubuntu 24.04): sysctl "
           "kernel.apparmor_restrict_unprivileged_userns is 1; run as root, or set it to 0";
  if (limits.container)
    return "the container's seccomp profile forbids it: run as root in a privileged container, or "
           "outside of one";
  return "without root a lab needs user namespaces with mounts in them; run as root";
}

Result<ProcessId> start_keeper(const fs::path& log) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return failed("make a pipe");
  const pid_t maker = ::fork();
  if (maker == 0) make_space(report[1], log);
  ::close(report[1]);
  const std::string said = read_all(report[0]);
  ::close(report[0]);
  if (maker > 0) wait_for(maker);
  // "pid N", then "ready" or what went wrong; the order of the two is not fixed.
  const std::size_t at = said.find("pid "), end = said.find('\n', at);
  const auto pid = at == said.npos ? std::nullopt : parse_uint(said.substr(at + 4, end - at - 4));
  const auto keeper = pid ? process_now(static_cast<pid_t>(*pid)) : std::nullopt;
  if (keeper && said.find("ready") != said.npos) return *keeper;
  std::string what = pid ? said.substr(0, at) + said.substr(end + 1) : said;
  return fail(fmt::format("cannot make the lab's namespaces: {}", printable(trim(what))),
              why_forbidden(limits_here()));
}

Result<int> inside(const ProcessId& keeper, const std::function<int()>& work) {
  if (!is_alive(keeper)) return fail("the lab's keeper is gone");
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0) return failed("make a pipe");
  const pid_t outer = ::fork();
  if (outer == 0) {
    const auto joined = join_space(keeper);
    if (!joined) say(report[1], joined.error().text()), ::_exit(1);
    const pid_t inner = ::fork();  // only now in the pid namespace
    if (inner == 0) {
      ::close(report[0]), ::close(report[1]);
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);
      // Where ip, lldpctl and nft are; a user's own PATH often lacks it.
      const char* path = std::getenv("PATH");
      ::setenv("PATH", fmt::format("{}:/usr/sbin:/sbin:/usr/bin:/bin", path ? path : "").c_str(),
               1);
      ::exit(work());
    }
    ::close(report[1]);
    for (const int number : {SIGINT, SIGQUIT}) ::signal(number, SIG_IGN);  // theirs, not ours
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::_exit(inner > 0 ? wait_for(inner) : 1);
  }
  ::close(report[1]);
  const std::string problem = read_all(report[0]);
  ::close(report[0]);
  const auto before = ::signal(SIGINT, SIG_IGN);
  const int status = outer > 0 ? wait_for(outer) : 1;
  ::signal(SIGINT, before);
  if (problem.empty() && outer > 0) return status;
  return fail("cannot enter the lab: " + printable(problem));
}

}  // namespace weft

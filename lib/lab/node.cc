// Nodes inside the space: made, entered, given daemons; see space.h.

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <thread>

#include "base/text.h"
#include "lab/space.h"

namespace weft {
namespace {

constexpr std::array<const char*, 3> kinds = {"net", "uts", "mnt"};

std::string node_file(std::string_view name) { return fmt::format("/run/weft-lab/nodes/{}", name); }

Failure failed(const std::string& step) {
  const int number = errno;
  return fail(fmt::format("{}: {}", step, errno_text(number)));
}

// In the child that will be the node.
Result<void> furnish_node(const NodeView& node) {
  if (::unshare(CLONE_NEWNET | CLONE_NEWUTS | CLONE_NEWNS) != 0) return failed("make namespaces");
  if (::sethostname(node.name.c_str(), node.name.size()) != 0) return failed("set the host name");
  const std::string run = node.folder / "run", frr = node.folder / "frr";
  if (::mount(run.c_str(), "/run/node", nullptr, MS_BIND, nullptr) != 0)
    return failed("mount /run/node");
  // FRR writes there what belongs to no lab.
  ::mount("tmpfs", "/var/tmp", "tmpfs", MS_NOSUID | MS_NODEV, nullptr);
  ::mount(frr.c_str(), "/etc/frr", nullptr, MS_BIND, nullptr);  // not there without FRR
  // Its own interfaces. Where a container forbids it, no device says its rate.
  constexpr unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (::mount("sysfs", "/sys", "sysfs", flags, nullptr) != 0)
    ::mount("sysfs", "/sys", "sysfs", flags | MS_RDONLY, nullptr);
  for (const std::string& program : node.hidden)
    ::mount("/dev/null", program.c_str(), nullptr, MS_BIND, nullptr);
  return {};
}

// The node's own process keeps its namespaces: a mount namespace cannot always be pinned to a file
// (Linux 6.18 refuses some by the order of their ids, which is not that of their making).
struct Newborn {
  pid_t pid = -1;
  int said = -1;
};

Result<Newborn> fork_node(const NodeView& node) {
  int said[2];
  if (::pipe2(said, O_CLOEXEC) != 0) return failed("make a pipe");
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setsid();
    for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_IGN);
    const auto done = furnish_node(node);
    const std::string text = done ? "+" : done.error().text();
    (void)!::write(said[1], text.data(), text.size());
    const int null = ::open("/dev/null", O_RDWR);
    for (int fd = 0; fd <= 2; ++fd) ::dup2(null, fd);
    ::close_range(3, ~0U, 0);
    ::prctl(PR_SET_NAME, "weft-node");
    if (!done) ::_exit(1);
    for (;;) ::pause();
  }
  ::close(said[1]);
  if (pid < 0) return failed("start a process");
  return Newborn{pid, said[0]};
}

// Known by its network namespace's name to ip, and by its process to us.
Result<void> pin(const NodeView& node, const Newborn& child) {
  std::string said;
  char buffer[300];
  for (ssize_t n; (n = ::read(child.said, buffer, sizeof buffer)) > 0;)
    said.append(buffer, static_cast<std::size_t>(n));
  ::close(child.said);
  if (said != "+") return fail(fmt::format("node {}: {}", node.name, said));
  const std::string target = "/run/netns/" + node.name;
  const int fd = ::open(target.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0444);
  if (fd >= 0) ::close(fd);
  const std::string source = fmt::format("/proc/{}/ns/net", child.pid);
  if (::mount(source.c_str(), target.c_str(), nullptr, MS_BIND, nullptr) != 0)
    return failed("pin the network of " + node.name);
  return write_file(node_file(node.name), std::to_string(child.pid));
}

// setgroups() answers 0 and does nothing, everything else is as it was.
void forgive_setgroups_call() {
#if defined(__x86_64__)
  constexpr unsigned machine = AUDIT_ARCH_X86_64;
#else
  constexpr unsigned machine = AUDIT_ARCH_AARCH64;
#endif
  std::array<sock_filter, 6> code = {{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_setgroups, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog program{code.size(), code.data()};
  ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

// In the child, between fork and exec.
[[noreturn]] void become_daemon(char* const* argv, int in, int out, bool forgive) {
  ::setsid();
  ::dup2(in, 0), ::dup2(out, 1), ::dup2(out, 2);
  ::close_range(3, ~0U, 0);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) ::signal(number, SIG_DFL);
  if (forgive) forgive_setgroups_call();
  ::execvp(argv[0], argv);
  ::_exit(127);
}

Result<ProcessId> spawn(const std::vector<std::string>& argv, const fs::path& log, bool forgive) {
  std::vector<std::string> words = argv;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int in = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int out = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (out < 0) return failed("write " + log.string());
  const pid_t pid = ::fork();
  if (pid == 0) become_daemon(pointers.data(), in, out, forgive);
  ::close(in), ::close(out);
  if (pid < 0) return failed("start " + argv.front());
  const auto process = process_now(pid);
  return process.value_or(ProcessId{pid, 0});
}

}  // namespace

Result<void> make_nodes(const std::vector<NodeView>& nodes) {
  std::vector<Newborn> children;
  Result<void> result;
  for (const NodeView& node : nodes) {
    auto child = fork_node(node);
    if (!child) {
      result = Failure(std::move(child).error());
      break;
    }
    children.push_back(*child);
  }
  // Only when all are there: each would carry the mounts made for those before it.
  for (std::size_t i = 0; i < children.size(); ++i)
    if (auto pinned = pin(nodes[i], children[i]); !pinned && result) result = std::move(pinned);
  return result;
}

bool is_inside_lab() {
  std::error_code error;
  return fs::is_directory("/run/weft-lab/nodes", error);
}

Result<void> set_silence(const std::string& node, Silence silence) {
  const std::string file = node_file(node) + ".silent";
  if (silence != Silence::none)
    return write_file(file, silence == Silence::frozen ? "frozen" : "dead");
  std::error_code error;
  fs::remove(file, error);
  return {};
}

Silence silence_of(const std::string& node) {
  const auto text = read_file(node_file(node) + ".silent", 20);
  return !text ? Silence::none : *text == "frozen" ? Silence::frozen : Silence::dead;
}

pid_t keeper_of_node(const std::string& node) {
  const auto text = read_file(node_file(node), 20);
  return text ? static_cast<pid_t>(parse_uint(trim(*text)).value_or(0)) : 0;
}

bool is_node(std::string_view name) {
  std::error_code error;
  return !name.empty() && name.find('/') == name.npos && name[0] != '.' &&
         fs::exists(node_file(name), error);
}

Result<void> enter_node(const std::string& name) {
  WEFT_TRY(const std::string pid, read_file(node_file(name), 20));
  std::array<int, 3> fds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    fds[i] = ::open(fmt::format("/proc/{}/ns/{}", pid, kinds[i]).c_str(), O_RDONLY | O_CLOEXEC);
    if (fds[i] < 0) return failed("enter node " + name);
  }
  std::error_code error;
  const fs::path folder = fs::current_path(error);
  ::unshare(CLONE_FS);  // a thread's root and folder are its own from here on
  for (const int fd : fds)
    if (::setns(fd, 0) != 0) return failed("enter node " + name);
  for (const int fd : fds) ::close(fd);
  if (::chdir(folder.c_str()) != 0) (void)!::chdir("/");
  return {};
}

Result<void> on_node(const std::string& name, const std::function<Result<void>()>& work) {
  Result<void> result;
  std::thread([&] {
    result = enter_node(name);
    if (result) result = work();
  }).join();
  return result;
}

void stand_alone(const char* name, std::span<const int> keep) {
  ::setsid();
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) ::signal(number, SIG_DFL);
  const int null = ::open("/dev/null", O_RDWR);
  for (int fd = 0; fd <= 2; ++fd) ::dup2(null, fd);
  const auto last = static_cast<int>(std::min(::sysconf(_SC_OPEN_MAX), 4096L));
  for (int fd = 3; fd < last; ++fd)
    if (std::ranges::count(keep, fd) == 0) ::close(fd);
  ::prctl(PR_SET_NAME, name);
}

Result<ProcessId> start_daemon(const std::string& node, const std::vector<std::string>& argv,
                               const fs::path& log, bool forgive_setgroups) {
  ProcessId process;
  WEFT_CHECK(on_node(node, [&]() -> Result<void> {
    WEFT_TRY(process, spawn(argv, log, forgive_setgroups));
    return {};
  }));
  return process;
}

}  // namespace weft

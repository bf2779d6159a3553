// Processes by fork and exec; see process.h.

#include "base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include "base/text.h"

namespace weft {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int fds[2];
    if (::pipe2(fds, O_CLOEXEC) != 0) return false;
    read = fds[0], write = fds[1];
    return true;
  }
};

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

// In the child, between fork and exec: only async-signal-safe calls.
[[noreturn]] void become(char* const* argv, char* const* environment, int in, int out, int err,
                         int report) {
  ::setpgid(0, 0);
  ::dup2(in, 0);
  ::dup2(out, 1);
  ::dup2(err, 2);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE, SIGHUP}) ::signal(number, SIG_DFL);
  ::execvpe(argv[0], argv, environment);
  const int problem = errno;
  [[maybe_unused]] const ssize_t n = ::write(report, &problem, sizeof problem);
  ::_exit(127);
}

std::vector<std::string> merged_environment(const Command& command) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view line(*entry);
    const auto same = [&](const auto& pair) {
      return line.starts_with(pair.first) && line.substr(pair.first.size()).starts_with('=');
    };
    bool replaced = false;
    for (const auto& pair : command.environment) replaced |= same(pair);
    if (!replaced) all.emplace_back(line);
  }
  for (const auto& [name, value] : command.environment) all.push_back(name + "=" + value);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

// Starts it with the given ends as its streams; the pid, or what exec said.
Result<pid_t> spawn(const Command& command, int in, int out, int err) {
  WEFT_ASSERT(!command.argv.empty());
  Pipe report;
  if (!report.open()) return fail("cannot make a pipe: " + errno_text(errno));
  std::vector<std::string> arguments = command.argv;
  std::vector<std::string> environment = merged_environment(command);
  const auto argv = pointers(arguments);
  const auto envp = pointers(environment);
  const pid_t pid = ::fork();
  if (pid == 0) become(argv.data(), envp.data(), in, out, err, report.write);
  const int fork_problem = errno;
  close_fd(report.write);
  int problem = pid < 0 ? fork_problem : 0;
  if (pid > 0) {
    ::setpgid(pid, pid);
    ssize_t n;
    do n = ::read(report.read, &problem, sizeof problem);
    while (n < 0 && errno == EINTR);
    if (n > 0) ::waitpid(pid, nullptr, 0);
    if (n <= 0) problem = 0;
  }
  close_fd(report.read);
  if (problem == 0) return pid;
  return fail(fmt::format("cannot run '{}': {}", printable(command.argv[0]), errno_text(problem)));
}

int status_of(int raw) { return WIFSIGNALED(raw) ? 128 + WTERMSIG(raw) : WEXITSTATUS(raw); }

// Moves what is there into `to`, at most `limit` in all; false at the end.
bool drain(int fd, std::string& to, std::size_t limit) {
  std::array<char, 1 << 16> buffer;
  const ssize_t n = ::read(fd, buffer.data(), buffer.size());
  if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) return false;
  if (n > 0 && to.size() < limit)
    to.append(buffer.data(), std::min(static_cast<std::size_t>(n), limit - to.size()));
  return true;
}

int milliseconds_until(Clock::time_point deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000));
}

struct Streams {
  int in, out, err;
  std::string_view input;
};

// Feeds and reads until both outputs end; false when the deadline came first.
bool pump(Streams& s, CommandOutput& result, std::size_t limit, Clock::time_point deadline) {
  while (s.out >= 0 || s.err >= 0) {
    if (s.input.empty()) close_fd(s.in);
    std::array<pollfd, 3> fds{{{s.out, POLLIN, 0}, {s.err, POLLIN, 0}, {s.in, POLLOUT, 0}}};
    ::poll(fds.data(), fds.size(), milliseconds_until(deadline));
    if (fds[0].revents != 0 && !drain(s.out, result.out, limit)) close_fd(s.out);
    if (fds[1].revents != 0 && !drain(s.err, result.err, limit)) close_fd(s.err);
    if (fds[2].revents != 0) {
      const ssize_t n = ::write(s.in, s.input.data(), s.input.size());
      if (n > 0) s.input.remove_prefix(static_cast<std::size_t>(n));
      if (n < 0 && errno != EAGAIN && errno != EINTR) close_fd(s.in);
    }
    if (Clock::now() >= deadline) return false;
  }
  return true;
}

// Waits for the pid itself, whose streams may have ended before it did.
bool reap(pid_t pid, int& raw, Clock::time_point deadline) {
  for (;;) {
    const pid_t got = ::waitpid(pid, &raw, WNOHANG);
    if (got == pid || (got < 0 && errno != EINTR)) return true;
    if (Clock::now() >= deadline) return false;
    ::usleep(2000);
  }
}

}  // namespace

Result<CommandOutput> run_command(const Command& command) {
  ::signal(SIGPIPE, SIG_IGN);
  Pipe in, out, err;
  if (!in.open() || !out.open() || !err.open())
    return fail("cannot make a pipe: " + errno_text(errno));
  const auto pid = spawn(command, in.read, out.write, err.write);
  close_fd(in.read), close_fd(out.write), close_fd(err.write);
  Streams streams{in.write, out.read, err.read, command.input};
  CommandOutput result;
  if (pid) {
    ::fcntl(streams.in, F_SETFL, O_NONBLOCK);
    const auto deadline = Clock::now() + command.timeout;
    int raw = 0;
    result.timed_out =
        !pump(streams, result, command.output_limit, deadline) || !reap(*pid, raw, deadline);
    if (result.timed_out) {
      ::kill(-*pid, SIGKILL);
      ::waitpid(*pid, &raw, 0);
    }
    result.status = status_of(raw);
  }
  close_fd(streams.in), close_fd(streams.out), close_fd(streams.err);
  if (!pid) return Failure(pid.error());
  return result;
}

Result<Child> Child::start(const Command& command, const std::string& output_file) {
  int out = ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  int output = ::open(output_file.c_str(), O_RDONLY | O_CLOEXEC);
  const int problem = errno;
  // Before the child is there: what it says at once is its own, what is in the file is not.
  if (output >= 0) ::lseek(output, 0, SEEK_END);
  const auto pid = out < 0 || output < 0
                       ? Result<pid_t>(fail(fmt::format("cannot write '{}': {}", output_file,
                                                        errno_text(problem))))
                       : spawn(command, nothing, out, out);
  close_fd(nothing), close_fd(out);
  if (pid) return Child(*pid, output);
  close_fd(output);
  return Failure(pid.error());
}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      output_(std::exchange(other.output_, -1)),
      status_(other.status_) {}

Child& Child::operator=(Child&& other) noexcept {
  std::swap(pid_, other.pid_);
  std::swap(output_, other.output_);
  std::swap(status_, other.status_);
  return *this;
}

Child::~Child() {
  if (pid_ > 0 && !ended()) end(Nanos(0));
  close_fd(output_);
}

void Child::read_output(std::string& append_to) {
  for (std::size_t before = append_to.size() + 1; before != append_to.size();) {
    before = append_to.size();
    if (output_ < 0 || !drain(output_, append_to, std::size_t{64} << 20)) return;
  }
}

std::optional<int> Child::ended() {
  int raw = 0;
  if (!status_ && ::waitpid(pid_, &raw, WNOHANG) == pid_) status_ = status_of(raw);
  return status_;
}

void Child::signal(int number) const {
  if (pid_ > 0 && !status_) ::kill(-pid_, number);
}

int Child::end(Nanos patience) {
  const auto deadline = Clock::now() + patience;
  if (!ended()) signal(SIGTERM);
  while (!ended() && Clock::now() < deadline) ::usleep(5000);
  if (!status_) {
    ::kill(-pid_, SIGKILL);
    int raw = 0;
    while (::waitpid(pid_, &raw, 0) < 0 && errno == EINTR) {
    }
    status_ = status_of(raw);
  }
  return *status_;
}

std::string own_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  for (const std::string_view folder : split(path != nullptr ? path : "", ':')) {
    const std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (::access(candidate.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(candidate))
      return candidate;
  }
  return "";
}

}  // namespace weft

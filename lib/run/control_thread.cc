// Control while measuring; see control_thread.h. Whenever control is lost the process ends at once,
// with _exit: the main thread may be inside MPI and can not be asked.

#include "run/control_thread.h"
#include "base/talk.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;

constexpr auto report_every = std::chrono::milliseconds(250);
constexpr auto longest_silence = std::chrono::seconds(15);  // the controller pings every second
constexpr auto time_to_finish = std::chrono::seconds(4);    // after "stop"

// A staged program has nobody left to remove it when the controller is gone.
void remove_staged() {
  const char* folder = std::getenv("WEFT_STAGED");
  if (folder == nullptr || !std::string_view(folder).starts_with("/tmp/weft-")) return;
  std::error_code error;
  std::filesystem::remove_all(folder, error);
}

[[noreturn]] void give_up(const char* why) {
  talk("weft worker: {}\n", why);
  remove_staged();
  ::_exit(70);
}

}  // namespace

ControlThread::ControlThread(Channel channel, Progress& progress)
    : channel_(std::move(channel)), progress_(progress) {
  WEFT_ASSERT(::pipe2(wake_, O_CLOEXEC | O_NONBLOCK) == 0);
  thread_ = std::jthread([this](std::stop_token stop) { loop(stop); });
}

ControlThread::~ControlThread() {
  thread_.request_stop();
  thread_.join();
  ::close(wake_[0]);
  ::close(wake_[1]);
}

std::optional<Assignment> ControlThread::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopped_ || !assignments_.empty(); });
  if (assignments_.empty()) return std::nullopt;
  Assignment assignment = std::move(assignments_.front());
  assignments_.pop_front();
  return assignment;
}

void ControlThread::send(std::string frame) {
  const std::scoped_lock lock(mutex_);
  outgoing_ += frame;
  [[maybe_unused]] const ssize_t n = ::write(wake_[1], "!", 1);
}

std::string ControlThread::report() const {
  ProgressReport report;
  report.sequence = sequence_;
  report.unit = progress_.unit;
  report.phase = word(progress_.phase.load());
  report.bytes = progress_.bytes;
  report.waiting_for = progress_.waiting_for;
  return encode(FrameType::progress, report);
}

void ControlThread::take(const Frame& frame) {
  const std::scoped_lock lock(mutex_);
  if (frame.type == FrameType::stop) {
    stopped_ = true;
  } else if (frame.type == FrameType::assign) {
    auto assignment = decode<Assignment>(frame);
    if (!assignment) give_up(assignment.error().text().c_str());
    assignments_.push_back(std::move(*assignment));
  }
  changed_.notify_all();
}

void ControlThread::loop(std::stop_token stop) {
  auto heard = Steady::now(), reported = heard, stopped_at = Steady::time_point::max();
  while (!stop.stop_requested()) {
    pollfd fds[] = {{channel_.fd(),
                     static_cast<short>(channel_.wants_to_write() ? POLLIN | POLLOUT : POLLIN), 0},
                    {wake_[0], POLLIN, 0}};
    ::poll(fds, 2, static_cast<int>(report_every.count()));
    char drop[64];
    while (::read(wake_[0], drop, sizeof drop) > 0) {
    }
    for (const Frame& frame : channel_.receive(largest_frame)) {
      heard = Steady::now();
      take(frame);
      if (frame.type == FrameType::stop) stopped_at = heard;
    }
    {
      const std::scoped_lock lock(mutex_);
      channel_.send(std::exchange(outgoing_, {}));
    }
    const auto now = Steady::now();
    if (now - reported >= report_every) {
      reported = now;
      channel_.send(report());
    }
    channel_.flush();
    if (stopped_at != Steady::time_point::max()) {
      if (now - stopped_at > time_to_finish) ::_exit(0);
      if (!channel_.open()) std::this_thread::sleep_for(report_every);
      continue;
    }
    if (!channel_.open()) give_up("the controller is gone");
    if (now - heard > longest_silence) give_up("the controller has been silent");
  }
}

}  // namespace weft

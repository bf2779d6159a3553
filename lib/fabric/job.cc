// The controller's view of one job; see job.h.

#include "fabric/job.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "base/file.h"
#include "base/text.h"
#include "fabric/network.h"

namespace weft {
namespace {

using std::chrono::milliseconds;
using Steady = std::chrono::steady_clock;

constexpr Nanos ping_every = std::chrono::seconds(1);
constexpr std::size_t most_newcomers = 4096;

}  // namespace

Job::Job(Launch launch, std::string version, Listener listener, Child mpirun)
    : launch_(std::move(launch)),
      version_(std::move(version)),
      listener_(std::move(listener)),
      mpirun_(std::move(mpirun)),
      channels_(launch_.endpoints.size()),
      workers_(launch_.endpoints.size()) {}

Job::~Job() { end(false); }

Result<std::unique_ptr<Job>> Job::start(Launch launch, const std::string& version) {
  WEFT_TRY(Listener listener, Listener::open(launch.control));
  launch.control = SocketAddress{launch.control, listener.port()}.text();
  WEFT_CHECK(write_file(launch.options.folder + "/hosts", open_mpi_hostfile(launch.endpoints)));
  WEFT_TRY(Child mpirun, Child::start(mpirun_command(launch), launch.options.folder + "/mpirun.log"));
  return std::unique_ptr<Job>(
      new Job(std::move(launch), version, std::move(listener), std::move(mpirun)));
}

std::vector<JobEvent> Job::wait(Nanos patience) {
  std::vector<JobEvent> events;
  ping_all();
  std::vector<pollfd> fds{{listener_.fd(), POLLIN, 0}, {watched_, POLLIN, 0}};
  for (const Channel& channel : newcomers_) fds.push_back({channel.fd(), POLLIN, 0});
  for (const auto& channel : channels_)
    if (channel)
      fds.push_back({channel->fd(),
                     static_cast<short>(channel->wants_to_write() ? POLLIN | POLLOUT : POLLIN), 0});
  const Nanos until_ping = std::max(Nanos(0), pinged_ + ping_every - Steady::now());
  const auto wait = std::chrono::ceil<milliseconds>(std::min(patience, until_ping)).count();
  ::poll(fds.data(), fds.size(), static_cast<int>(wait));
  accept_new();
  read_newcomers(events);
  for (std::uint32_t rank = 0; rank < channels_.size(); ++rank) read_worker(rank, events);
  const bool ended = !over_ && mpirun_.ended();
  mpirun_.read_output(output_);
  if (ended) {
    over_ = true;
    events.push_back({JobEvent::Kind::ended, 0, {}, {}, {}, output_});
  }
  return events;
}

void Job::ping_all() {
  if (Steady::now() - pinged_ < ping_every) return;
  pinged_ = Steady::now();
  const std::string ping = encode_frame(FrameType::ping, "");
  for (auto& channel : channels_)
    if (channel) channel->send(ping);
}

void Job::accept_new() {
  for (int fd = listener_.accept(); fd >= 0; fd = listener_.accept()) {
    Channel channel(fd);
    if (newcomers_.size() < most_newcomers) newcomers_.push_back(std::move(channel));
  }
}

void Job::read_newcomers(std::vector<JobEvent>& events) {
  std::vector<Channel> waiting;
  for (Channel& channel : newcomers_) {
    const auto frames = channel.receive(largest_hello);
    if (!frames.empty()) admit(std::move(channel), frames.front(), events);
    else if (channel.open()) waiting.push_back(std::move(channel));
  }
  newcomers_ = std::move(waiting);
}

// Only who knows the token, and only once per rank, becomes a worker; others are dropped unheard.
void Job::admit(Channel channel, const Frame& frame, std::vector<JobEvent>& events) {
  if (frame.type != FrameType::hello) return;
  const auto hello = decode<Hello>(frame);
  if (!hello || !same_token(hello->token, launch_.token)) return;
  const auto rank = static_cast<std::uint64_t>(hello->rank);
  if (rank >= workers_.size() || workers_[rank].joined) return;
  workers_[rank].joined = true;
  workers_[rank].hello = *hello;
  workers_[rank].heard = Steady::now();
  channels_[rank] = std::move(channel);
  if (hello->protocol == control_protocol && hello->version == version_) return;
  Problem problem;
  problem.what = fmt::format("weft {} runs there, {} here", printable(hello->version), version_);
  events.push_back({JobEvent::Kind::problem, static_cast<std::uint32_t>(rank), {}, {}, problem, ""});
}

void Job::read_worker(std::uint32_t rank, std::vector<JobEvent>& events) {
  auto& channel = channels_[rank];
  if (!channel) return;
  channel->flush();
  for (const Frame& frame : channel->receive(largest_frame)) take(rank, frame, events);
  if (channel->open()) return;
  channel.reset();
  workers_[rank].lost = true;
  events.push_back({JobEvent::Kind::lost, rank, {}, {}, {}, "its control connection ended"});
}

void Job::take(std::uint32_t rank, const Frame& frame, std::vector<JobEvent>& events) {
  WorkerState& worker = workers_[rank];
  worker.heard = Steady::now();
  if (frame.type == FrameType::progress) {
    if (auto report = decode<ProgressReport>(frame)) worker.progress = std::move(*report);
  } else if (frame.type == FrameType::ready) {
    worker.ready = true;
    const auto is_ready = [](const WorkerState& w) { return w.ready; };
    if (!told_ready_ && std::ranges::all_of(workers_, is_ready)) {
      told_ready_ = true;
      events.push_back({JobEvent::Kind::ready});
    }
  } else if (frame.type == FrameType::round) {
    if (auto round = decode_round(frame))
      events.push_back({JobEvent::Kind::round, rank, round->first, std::move(round->second), {}, ""});
  } else if (frame.type == FrameType::step_done) {
    events.push_back({JobEvent::Kind::step_done, rank});
  } else if (frame.type == FrameType::problem) {
    if (auto problem = decode<Problem>(frame))
      events.push_back({JobEvent::Kind::problem, rank, {}, {}, std::move(*problem), ""});
  }
}

void Job::assign(std::uint32_t rank, const Assignment& assignment) {
  if (channels_.at(rank)) channels_[rank]->send(encode(FrameType::assign, assignment));
}

// Those that run here are ended by their recorded ids, after a look that the id is still a worker
// of ours: its environment holds the token.
void Job::kill_local_workers() {
  for (const WorkerState& worker : workers_) {
    if (!worker.joined || worker.hello.boot_id != boot_id() || worker.hello.pid <= 1) continue;
    const auto environment = read_file(fmt::format("/proc/{}/environ", worker.hello.pid), 1 << 20);
    if (!environment || environment->find(launch_.token) == std::string::npos) continue;
    ::kill(static_cast<pid_t>(worker.hello.pid), SIGKILL);
  }
}

// What mpirun removes itself unless it had to be killed: <tmp>/ompi.<host>.<uid>/pid.<its id>.
void Job::remove_session_folder() const {
  const std::string name = machine_name();
  for (const std::string& host : {name, name.substr(0, name.find('.'))}) {
    const fs::path base = fs::temp_directory_path() / fmt::format("ompi.{}.{}", host, ::geteuid());
    std::error_code error;
    fs::remove_all(base / fmt::format("pid.{}", mpirun_.pid()), error);
    fs::remove(base, error);  // only when it is empty
  }
}

void Job::end(bool orderly) {
  if (mpirun_.pid() <= 0) return;
  // Also when there is no time to finish: who hears it knows that the controller still lives.
  const std::string stop = encode_frame(FrameType::stop, "");
  for (auto& channel : channels_)
    if (channel) channel->send(stop);
  const auto patience = Steady::now() + std::chrono::seconds(orderly ? 5 : 0);
  while (!over_ && Steady::now() < patience) {
    wait(milliseconds(50));
  }
  for (auto& channel : channels_) channel.reset();  // whoever still runs sees the end of its control
  newcomers_.clear();
  if (!over_) {
    mpirun_.signal(SIGTERM);  // it wakes, ends and reaps its children on all hosts
    const auto limit = Steady::now() + std::chrono::seconds(3);
    while (!mpirun_.ended() && Steady::now() < limit) {
      mpirun_.read_output(output_);
      std::this_thread::sleep_for(milliseconds(10));
    }
  }
  const bool ended_itself = mpirun_.ended().has_value();
  mpirun_.end(milliseconds(0));
  kill_local_workers();
  if (!ended_itself) remove_session_folder();
  over_ = true;
}

}  // namespace weft

// The controller's view of one job; see job.h.

#include "fabric/job.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
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
constexpr Nanos time_for_hello = std::chrono::seconds(5);
constexpr const char* shared_memory = "/dev/shm";

// A worker is a connection: as many as the system lets us have. The number.
std::size_t raise_open_files() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  ::getrlimit(RLIMIT_NOFILE, &limit);
  return static_cast<std::size_t>(std::min<rlim_t>(limit.rlim_cur, 1 << 20));
}

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
  const std::size_t connections = raise_open_files();
  auto shared = list_folder(shared_memory).value_or(std::vector<std::string>{});
  const std::string log = launch.options.folder + "/mpirun.log";
  WEFT_TRY(Child mpirun, Child::start(mpirun_command(launch), log));
  std::unique_ptr<Job> job(
      new Job(std::move(launch), version, std::move(listener), std::move(mpirun)));
  job->shared_before_ = std::move(shared);
  job->most_newcomers_ = std::max<std::size_t>(64, connections / 4);
  return job;
}

std::vector<JobEvent> Job::wait(Nanos patience) {
  std::vector<JobEvent> events;
  ping_all();
  std::vector<pollfd> fds{{listener_.fd(), POLLIN, 0}, {watched_, POLLIN, 0}};
  for (const Newcomer& newcomer : newcomers_) fds.push_back({newcomer.channel.fd(), POLLIN, 0});
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
    const int status = *mpirun_.ended();
    const std::string by_signal =
        status >= 128 ? fmt::format("mpirun was ended by signal {}\n", status - 128) : "";
    events.push_back({JobEvent::Kind::ended, 0, {}, {}, {}, by_signal + output_});
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
    if (newcomers_.size() >= most_newcomers_) newcomers_.erase(newcomers_.begin());
    newcomers_.push_back({Channel(fd), Steady::now()});
  }
}

void Job::read_newcomers(std::vector<JobEvent>& events) {
  std::vector<Newcomer> waiting;
  for (Newcomer& newcomer : newcomers_) {
    const auto frames = newcomer.channel.receive(largest_hello);
    if (!frames.empty())
      admit(std::move(newcomer.channel), frames.front(), events);
    else if (newcomer.channel.open() && Steady::now() - newcomer.since < time_for_hello)
      waiting.push_back(std::move(newcomer));
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
  events.push_back(
      {JobEvent::Kind::problem, static_cast<std::uint32_t>(rank), {}, {}, problem, ""});
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
      events.push_back(
          {JobEvent::Kind::round, rank, round->first, std::move(round->second), {}, ""});
  } else if (frame.type == FrameType::step_done) {
    events.push_back({JobEvent::Kind::step_done, rank});
  } else if (frame.type == FrameType::counters) {
    if (auto report = decode<CounterReport>(frame))
      events.push_back({JobEvent::Kind::counters, rank, {}, {}, {}, "", std::move(*report)});
  } else if (frame.type == FrameType::note) {
    if (auto note = decode<DeviceNote>(frame))
      events.push_back({JobEvent::Kind::note, rank, {}, {}, {}, std::move(note->what)});
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

// What mpirun removes itself unless it was killed: <tmp>/ompi.<host>.<uid>/pid.<its id>, and shared
// memory of MPI jobs that is new since the start and that no process maps any more.
void Job::remove_left_by_mpi() const {
  const std::string name = machine_name();
  std::error_code error;
  for (const std::string& host : {name, name.substr(0, name.find('.'))}) {
    const fs::path base = fs::temp_directory_path() / fmt::format("ompi.{}.{}", host, ::geteuid());
    fs::remove_all(base / fmt::format("pid.{}", mpirun_.pid()), error);
    fs::remove(base, error);  // only when it is empty
  }
  const auto names = [](const std::string& folder) {
    return list_folder(folder).value_or(std::vector<std::string>{});
  };
  std::string maps;
  for (const std::string& pid : names("/proc"))
    if (parse_uint(pid)) maps += read_file("/proc/" + pid + "/maps").value_or("");
  for (const std::string& file : names(shared_memory))
    if (file.starts_with("vader_segment.") && !std::ranges::binary_search(shared_before_, file) &&
        maps.find(file) == std::string::npos)
      fs::remove(fs::path(shared_memory) / file, error);
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
  for (auto& channel : channels_)
    channel.reset();  // whoever still runs sees the end of its control
  newcomers_.clear();
  if (!over_) {
    mpirun_.signal(SIGTERM);  // it wakes, ends and reaps its children on all hosts
    const auto limit = Steady::now() + std::chrono::seconds(3);
    while (!mpirun_.ended() && Steady::now() < limit) {
      mpirun_.read_output(output_);
      std::this_thread::sleep_for(milliseconds(10));
    }
  }
  const bool in_order = mpirun_.ended() && *mpirun_.ended() < 128;  // not by a signal
  mpirun_.end(milliseconds(0));
  kill_local_workers();
  if (!in_order) remove_left_by_mpi();
  over_ = true;
}

}  // namespace weft

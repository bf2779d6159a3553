// One launched job: mpirun and the control connections of its workers. It watches and tells; what
// to do about a loss is decided above (cluster.cc).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <variant>

#include "fabric/channel.h"
#include "fabric/launcher.h"

namespace weft {

using SteadyTime = std::chrono::steady_clock::time_point;

// What happened, in the order in which it was seen. Ranks are those of this job.
struct JobEvent {
  enum class Kind {
    ready,      // every worker has joined and started its backend
    round,      // a round is over
    step_done,  // rank's part of the step is over
    problem,    // rank cannot go on: `problem`
    counters,   // what a host's devices have counted: `counters`
    note,       // something happened to rank's device: `text`
    lost,       // rank's connection ended: `text`
    ended,      // mpirun ended: `text` is what it said
  } kind;
  std::uint32_t rank = 0;
  RoundReport round = {};
  std::vector<Sample> samples = {};
  Problem problem = {};
  std::string text = {};
  CounterReport counters = {};
};

// What is known of a worker.
struct WorkerState {
  Hello hello;
  bool joined = false, ready = false, lost = false;
  ProgressReport progress;
  SteadyTime heard{};  // when it last said anything
};

class Job {
 public:
  // Starts mpirun. Error: it could not be run at all.
  static Result<std::unique_ptr<Job>> start(Launch launch, const std::string& version);
  ~Job();  // ends it

  // Waits for events, at most `patience`. Keeps the workers' silence at bay with pings.
  std::vector<JobEvent> wait(Nanos patience);

  void assign(std::uint32_t rank, const Assignment& assignment);
  const std::vector<WorkerState>& workers() const { return workers_; }
  const std::string& output() const { return output_; }  // of mpirun and the workers, so far
  bool over() const { return over_; }

  // Ends every process of the job on all hosts and cleans up what MPI left here. `orderly` lets the
  // workers finish first.
  void end(bool orderly);

  // More descriptors for poll(): wakes wait() when one is readable (Ctrl-C).
  void watch(int fd) { watched_ = fd; }

 private:
  Job(Launch launch, std::string version, Listener listener, Child mpirun);
  void accept_new();
  void read_newcomers(std::vector<JobEvent>& events);
  void admit(Channel channel, const Frame& frame, std::vector<JobEvent>& events);
  void read_worker(std::uint32_t rank, std::vector<JobEvent>& events);
  void take(std::uint32_t rank, const Frame& frame, std::vector<JobEvent>& events);
  void ping_all();
  void kill_local_workers();
  void remove_left_by_mpi() const;

  Launch launch_;
  std::string version_;
  Listener listener_;
  Child mpirun_;
  // Who has connected and not yet said who they are: they have a few seconds.
  struct Newcomer {
    Channel channel;
    SteadyTime since;
  };
  std::vector<Newcomer> newcomers_;
  std::size_t most_newcomers_ = 64;
  std::vector<std::string> shared_before_;  // shared memory that was there when it started
  std::vector<std::optional<Channel>> channels_;
  std::vector<WorkerState> workers_;
  std::string output_;
  bool over_ = false, told_ready_ = false;
  SteadyTime pinged_{};
  int watched_ = -1;
};

}  // namespace weft

// The worker's main thread; see worker.h.

#include "run/worker.h"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "backend/backend.h"
#include "base/talk.h"
#include "base/text.h"
#include "fabric/fabric.h"
#include "fabric/network.h"
#include "host/host.h"
#include "measure/collective.h"
#include "observe/counters.h"
#include "pattern/pattern.h"
#include "run/control_thread.h"
#include "run/transports.h"

namespace weft {
namespace {

// The rank as the launcher gives it before MPI starts: Open MPI, PMIx, Slurm.
std::int64_t number_from(std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const auto value = parse_uint(environment(name))) return static_cast<std::int64_t>(*value);
  return -1;
}

std::int64_t usable_cores() {
  cpu_set_t set;
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

// Before MPI starts: its messages stay on this worker's rail.
void bind_to_rail() {
  if (!environment("WEFT_RAIL_NETS").empty())
    ::setenv("OMPI_MCA_btl_tcp_if_include", own_network().c_str(), 1);
}

Hello make_hello(const WorkerOptions& options) {
  Hello hello;
  hello.version = options.version;
  hello.token = environment("WEFT_TOKEN");
  hello.rank = number_from({"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID"});
  hello.local_rank = local_rank();
  hello.host = machine_name();
  hello.boot_id = boot_id();
  hello.pid = ::getpid();
  hello.cores = usable_cores();
  if (const std::string net = own_network(); !net.empty())
    if (const auto found = interface_in(net)) {
      hello.device = found->name;
      hello.link_rate = found->link_rate;
      hello.mtu = found->mtu;
    }
  if (const auto rdma = measured_rdma())
    hello.rdma = rdma->device;
  else
    hello.no_rdma = rdma.error().what;
  return hello;
}

// The flows of one round: those of the pattern whose ends are both here and that are not left out,
// in numbers of the group.
class Rounds {
 public:
  explicit Rounds(const Assignment& a) : assignment_(a) {
    for (const std::int64_t rank : a.ranks) {
      group_index_.push_back(rank < 0 ? -1 : static_cast<std::int64_t>(ranks_.size()));
      if (rank >= 0) ranks_.push_back(static_cast<std::uint32_t>(rank));
    }
  }

  const std::vector<std::uint32_t>& ranks() const { return ranks_; }

  std::vector<std::uint32_t> endpoints() const {
    std::vector<std::uint32_t> out;
    for (std::size_t i = 0; i < group_index_.size(); ++i)
      if (group_index_[i] >= 0) out.push_back(assignment_.endpoints[i]);
    return out;
  }

  std::uint32_t member_of(std::uint32_t in_group) const {
    const auto it = std::ranges::find(group_index_, static_cast<std::int64_t>(in_group));
    return static_cast<std::uint32_t>(it - group_index_.begin());
  }

  Round kept(const Round& all) const {
    Round out;
    const auto members = static_cast<std::int64_t>(group_index_.size());
    for (const Flow& flow : all.flows) {
      const std::int64_t from = group_index_.at(flow.source), to = group_index_.at(flow.target);
      const std::int64_t key = flow.source * members + flow.target;
      if (from < 0 || to < 0 || std::ranges::count(assignment_.left_out, key) > 0) continue;
      out.flows.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to)});
    }
    return out;
  }

 private:
  const Assignment& assignment_;
  std::vector<std::uint32_t> ranks_;
  std::vector<std::int64_t> group_index_;  // of each member, -1 when it is not here
};

class Worker {
 public:
  Worker(const std::string& program, Backend& backend, ControlThread& control, Progress& progress)
      : backend_(backend), control_(control), progress_(progress), transports_(backend, program) {}

  // False when a round failed: then MPI holds operations that will never end.
  bool run(const Assignment& assignment);

 private:
  Result<void> run_step(const Assignment& a, const Rounds& rounds);
  Result<void> run_round(const Assignment& a, const Rounds& rounds, std::uint64_t unit,
                         const RoundRequest& request);
  Result<CollectedRound> measure_flows(const Assignment& a, const Rounds& rounds,
                                       const RoundRequest& request);
  Result<CollectedRound> call_collective(const Rounds& rounds, const RoundRequest& request,
                                         Collective what);
  void tell_problem(const Assignment& a, const Rounds& rounds, const Error& error);
  void tell_events();
  void tell_counters(const Assignment& a, const std::vector<Counter>& before);
  std::vector<Counter> counters_of(const Assignment& a) const;

  Backend& backend_;
  ControlThread& control_;
  Progress& progress_;
  Transports transports_;
  Buffers buffers_{make_host_memory};
  std::unique_ptr<Group> group_;
  std::unique_ptr<Transport> transport_;
};

bool Worker::run(const Assignment& a) {
  const Rounds rounds(a);
  control_.working_on(a.sequence);
  progress_.unit = a.first_unit;
  progress_.bytes = 0;
  progress_.phase = Phase::joining;
  const std::vector<Counter> before = counters_of(a);
  const auto done = run_step(a, rounds);
  tell_events();
  if (!before.empty()) tell_counters(a, before);
  if (!done) tell_problem(a, rounds, done.error());
  if (!done) return false;
  progress_.phase = Phase::idle;
  control_.send(encode_frame(FrameType::step_done, ""));
  return true;
}

Result<void> Worker::run_step(const Assignment& a, const Rounds& rounds) {
  transport_.reset();  // before the group that it uses
  WEFT_TRY(group_, backend_.group(rounds.ranks(), static_cast<int>(a.sequence)));
  WEFT_TRY(transport_, transports_.open(a.step, *group_));
  const auto members = static_cast<std::uint32_t>(a.ranks.size());
  if (!a.alone.empty()) {
    for (std::uint64_t unit = a.first_unit; unit < a.alone.size(); ++unit) {
      const Flow flow{static_cast<std::uint32_t>(a.alone[unit] / members),
                      static_cast<std::uint32_t>(a.alone[unit] % members)};
      const Round round = rounds.kept({{flow}});
      WEFT_CHECK(run_round(a, rounds, unit, {a.step, a.alone_size_index, 0, round, true}));
    }
    return {};
  }
  WEFT_TRY(const PatternSpec* pattern, find_pattern(a.step.pattern));
  const bool duplex = a.step.duplex && a.step.metric == Metric::bandwidth;
  const PatternShape shape{members, duplex, a.step.seed};
  const std::uint64_t per_size = pattern->rounds(shape);
  for (std::uint64_t unit = a.first_unit; unit < per_size * a.step.sizes.size(); ++unit) {
    const Round round = rounds.kept(pattern->round(shape, unit % per_size));
    WEFT_CHECK(run_round(a, rounds, unit,
                         {a.step, static_cast<std::uint32_t>(unit / per_size),
                          static_cast<std::uint32_t>(unit % per_size), round}));
  }
  return {};
}

Result<void> Worker::run_round(const Assignment& a, const Rounds& rounds, std::uint64_t unit,
                               const RoundRequest& request) {
  progress_.unit = unit;
  CollectedRound collected;
  if (const auto what = collective_named(a.step.pattern)) {
    WEFT_TRY(collected, call_collective(rounds, request, *what));
  } else if (!request.round.flows.empty()) {
    WEFT_TRY(collected, measure_flows(a, rounds, request));
  }
  if (group_->rank() == 0)
    control_.send(
        encode_round({a.sequence, unit, collected.wall, collected.measuring}, collected.samples));
  return {};
}

Result<CollectedRound> Worker::measure_flows(const Assignment& a, const Rounds& rounds,
                                             const RoundRequest& request) {
  const Deadline began = Clock::now();
  WEFT_TRY(const RoundResult mine,
           measure_round(request, *group_, *transport_, buffers_, progress_));
  progress_.phase = Phase::collecting;
  const auto endpoints = rounds.endpoints();
  const Deadline give_up = Clock::now() + a.step.deadline;
  WEFT_TRY(CollectedRound out, collect_round(request.round, mine, *group_, endpoints, give_up));
  out.wall = std::max<Nanos>(out.wall, Clock::now() - began);
  return out;
}

Result<CollectedRound> Worker::call_collective(const Rounds& rounds, const RoundRequest& request,
                                               Collective what) {
  WEFT_TRY(const auto communicator, backend_.communicator(*group_));
  return measure_collective({request.step, what, request.size_index}, *group_, *communicator,
                            buffers_, progress_, rounds.endpoints());
}

// What the device has told meanwhile: once a step, and when it failed.
void Worker::tell_events() {
  if (!transport_) return;
  for (std::string& what : transport_->events())
    control_.send(encode(FrameType::note, DeviceNote{std::move(what)}));
}

// Of this host's devices, where this worker is the one to read them.
std::vector<Counter> Worker::counters_of(const Assignment& a) const {
  if (std::ranges::count(a.counting, backend_.world_rank()) == 0) return {};
  const auto way = measured_interface();
  return read_counters(*local_host("localhost"), way ? way->name : "");
}

void Worker::tell_counters(const Assignment& a, const std::vector<Counter>& before) {
  const auto after = counters_of(a);
  control_.send(encode(FrameType::counters,
                       CounterReport{a.sequence, differences(machine_name(), before, after)}));
}

// In numbers of the step's members, which stay the same when others are lost.
void Worker::tell_problem(const Assignment& a, const Rounds& rounds, const Error& error) {
  const std::int64_t waiting = progress_.waiting_for;
  Problem problem{a.sequence, progress_.unit, -1, error.text()};
  if (waiting >= 0) problem.waiting_for = rounds.member_of(static_cast<std::uint32_t>(waiting));
  control_.send(encode(FrameType::problem, problem));
}

Result<void> serve(const WorkerOptions& options) {
  if (environment("WEFT_CONTROL").empty())
    return fail("this is a member of a run", "`weft run` starts it");
  WEFT_TRY(const SocketAddress controller, parse_socket_address(environment("WEFT_CONTROL")));
  WEFT_TRY(Channel channel, Channel::connect(controller, std::chrono::seconds(20)));
  const Hello hello = make_hello(options);
  channel.send(encode(FrameType::hello, hello));
  bind_to_rail();
  Progress progress;
  progress.phase = Phase::joining;
  ControlThread control(std::move(channel), progress);
  WEFT_TRY(const auto backend, load_backend(options.program, "mpi"));
  control.send(encode(FrameType::ready, Ready{backend->library()}));
  progress.phase = Phase::idle;
  Worker worker(options.program, *backend, control, progress);
  bool fine = true;
  while (const auto assignment = control.next()) fine = worker.run(*assignment) && fine;
  if (!fine) ::_exit(0);  // MPI_Finalize would wait for, or trip over, what was left unfinished
  return {};
}

}  // namespace

int run_worker(const WorkerOptions& options) {
  const auto served = serve(options);
  if (served) return 0;
  talk("weft worker: {}\n", served.error().text());
  return environment("WEFT_CONTROL").empty() ? 2 : 1;
}

}  // namespace weft

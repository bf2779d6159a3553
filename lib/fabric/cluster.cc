// Running steps on a cluster and surviving what happens there; see cluster.h.
//
// A job is started once and runs step after step. When a worker dies or falls silent, or a flow
// does not answer by its deadline, the job is ended everywhere, the culprit is set aside, and the
// rest is started again at the round that failed. Members keep their numbers, so the rounds stay
// the same.

#include "fabric/cluster.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/interrupt.h"
#include "base/text.h"
#include "fabric/ask.h"
#include "fabric/blame.h"
#include "fabric/job.h"
#include "fabric/machines.h"
#include "fabric/network.h"
#include "pattern/pattern.h"

namespace weft {
namespace {

using Steady = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr Nanos own_pause = std::chrono::seconds(4);
constexpr Nanos tick_every = std::chrono::milliseconds(250);

class ClusterSession final : public Session {
 public:
  ClusterSession(ClusterOptions options, Layout layout)
      : options_(std::move(options)),
        layout_(std::move(layout)),
        aside_(layout_.endpoints.size()) {}
  ~ClusterSession() override;

  Result<void> open(Sink& sink);

  const FabricInfo& info() const override { return info_; }
  const Layout& layout() const override { return layout_; }
  std::vector<std::uint32_t> available() const override;
  Result<StepOutcome> run(const StepRequest& request, Sink& sink) override;

 private:
  struct Watch {  // one attempt at a step
    const StepRequest& request;
    Sink& sink;
    Assignment assignment;
    std::uint64_t total = 0, next = 0;   // units
    std::set<std::uint32_t> unfinished;  // ranks
    SteadyTime round_began{};
  };
  Result<void> ask_hosts(Sink& sink);
  Result<void> launch(Sink& sink);
  Result<void> wait_until_ready(Sink& sink);
  Result<void> take_hellos(Sink& sink);
  void note_rdma(Sink& sink);
  Assignment assignment_of(const StepRequest& request, std::uint64_t first_unit,
                           const std::set<std::int64_t>& left_out);
  // Nothing when the attempt is over; else what went wrong.
  Result<std::optional<Trouble>> attempt(Watch& watch);
  Result<std::optional<Trouble>> take(Watch& watch, const JobEvent& event);
  Trouble settle(Watch& watch, Trouble trouble);
  void recover(Watch& watch, const Trouble& trouble, std::set<std::int64_t>& left_out);
  void leave_out(Watch& watch, const Trouble& trouble, std::set<std::int64_t>& left_out);
  std::vector<Sample> with_failed(std::vector<Sample> samples);
  void set_aside(std::uint32_t endpoint, const std::string& why, Sink& sink);
  std::uint32_t endpoint_of(std::uint32_t rank) const { return launched_.at(rank); }
  std::size_t hosts() const;

  ClusterOptions options_;
  Layout layout_;
  FabricInfo info_;
  std::vector<bool> aside_;
  std::unique_ptr<Staging> staging_;
  std::string control_address_;
  std::unique_ptr<Job> job_;
  std::vector<std::uint32_t> launched_;  // endpoint of each rank of the job
  std::int64_t sequence_ = 0;
  std::map<std::uint32_t, std::set<std::uint32_t>> failed_with_;  // endpoint -> partners
  std::optional<std::uint64_t> troubled_unit_;  // the round at which nobody could be named
  std::vector<Sample> failed_;                  // flows that did not work, told with the next round
};

Event make_event(std::string kind, std::string subject, std::string what) {
  return {now(), std::move(kind), std::move(subject), std::move(what)};
}

// Under the name that the host list gives it.
std::vector<CounterChange> of_host(const std::string& host, std::vector<CounterChange> changes) {
  for (CounterChange& change : changes) change.host = host;
  return changes;
}

ClusterSession::~ClusterSession() {
  if (job_) job_->end(true);
  job_.reset();
}

std::size_t ClusterSession::hosts() const {
  std::set<std::string> names;
  for (const Endpoint& endpoint : layout_.endpoints) names.insert(endpoint.host);
  return names.size();
}

std::vector<std::uint32_t> ClusterSession::available() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < aside_.size(); ++i)
    if (!aside_[i]) out.push_back(i);
  return out;
}

Result<void> ClusterSession::open(Sink& sink) {
  info_.hosts = static_cast<std::int64_t>(hosts());
  info_.endpoints = static_cast<std::int64_t>(layout_.endpoints.size());
  WEFT_CHECK(ask_hosts(sink));
  return launch(sink);
}

Result<void> ClusterSession::ask_hosts(Sink& sink) {
  WEFT_TRY(AskResult answers, ask(layout_, {options_.program, options_.version, options_.agent}));
  for (const auto& [host, out] : answers.answers) sink.observed(host, "weft_ask.out", out);
  for (const auto& [host, why] : answers.unreachable) {
    for (std::uint32_t i = 0; i < layout_.endpoints.size(); ++i)
      if (layout_.endpoints[i].host == host) aside_[i] = true;
    sink.event(make_event("set_aside", host, why));
  }
  for (const auto& [host, why] : answers.busy) {
    sink.event(make_event("not_idle", host, why));
    if (!options_.force && hosts() > 1)
      for (std::uint32_t i = 0; i < layout_.endpoints.size(); ++i)
        if (layout_.endpoints[i].host == host) aside_[i] = true;
  }
  if (available().size() < 2) {
    std::vector<std::string> words;
    for (const auto& [host, why] : answers.unreachable) words.push_back(host + ": " + why);
    for (const auto& [host, why] : answers.busy) words.push_back(host + " is not idle: " + why);
    return fail(fmt::format("fewer than two workers can be started\n{}", join(words, "\n")),
                answers.busy.empty() ? "" : "--force loads hosts that are not idle");
  }
  info_.shares_cores = answers.shares_cores;
  if (answers.lacking.empty()) return {};
  WEFT_TRY(staging_, Staging::make(layout_, options_.program, options_.agent));
  options_.program = staging_->program();
  return {};
}

Result<void> ClusterSession::launch(Sink& sink) {
  WEFT_TRY(control_address_, controller_address(options_.control_net, layout_));
  launched_ = available();
  Launch launch;
  launch.options = {options_.program,    options_.control_net,
                    options_.fabric_net, options_.rail_nets,
                    options_.agent,      options_.mpirun_extra,
                    options_.folder,     staging_ ? staging_->folder() : "",
                    info_.shares_cores};
  for (const std::uint32_t i : launched_) launch.endpoints.push_back(layout_.endpoints[i]);
  launch.control = control_address_;
  launch.token = random_token();
  WEFT_TRY(job_, Job::start(std::move(launch), options_.version));
  job_->watch(interrupt::fd());
  return wait_until_ready(sink);
}

Result<void> ClusterSession::wait_until_ready(Sink& sink) {
  const auto limit = Steady::now() + seconds(60) +
                     std::chrono::milliseconds(200) * static_cast<int>(launched_.size());
  while (!interrupt::raised()) {
    for (const JobEvent& event : job_->wait(tick_every)) {
      if (event.kind == JobEvent::Kind::ready) return take_hellos(sink);
      if (event.kind == JobEvent::Kind::problem) return fail(event.problem.what);
      if (event.kind == JobEvent::Kind::ended)
        return Failure(start_failure(event.text, layout_.endpoints, options_.program));
    }
    sink.tick();
    if (Steady::now() < limit) continue;
    return fail(fmt::format("not all workers came within {}: missing {}",
                            text(Nanos(limit - Steady::now() + seconds(60))),
                            missing_workers(job_->workers(), launched_, layout_)),
                "see that mpirun works between these hosts and that they reach the controller at " +
                    control_address_);
  }
  return fail("interrupted");
}

// Who the workers say they are: ranks of one host must be on one machine, of different hosts on
// different ones. Open MPI 4 has put all ranks on one machine when names share their first label.
Result<void> ClusterSession::take_hellos(Sink& sink) {
  WEFT_CHECK(check_machines(job_->workers(), launched_, layout_));
  for (std::size_t rank = 0; rank < launched_.size(); ++rank) {
    const Hello& hello = job_->workers()[rank].hello;
    Endpoint& endpoint = layout_.endpoints[launched_[rank]];
    endpoint.device = hello.device;
    if (hello.link_rate) endpoint.link_rate = hello.link_rate;
    endpoint.mtu = hello.mtu;
    endpoint.rdma = hello.rdma;
  }
  note_rdma(sink);
  info_.headline = headline(job_->workers(), info_, layout_);
  return {};
}

// RDMA is there when every worker has a device; where only some have, the others say why not.
void ClusterSession::note_rdma(Sink& sink) {
  std::vector<Event> lacking;
  for (std::size_t rank = 0; rank < launched_.size(); ++rank)
    if (const Hello& hello = job_->workers()[rank].hello; !hello.rdma)
      lacking.push_back(make_event("note", layout_.endpoints[launched_[rank]].text(),
                                   "no RDMA: " + printable(hello.no_rdma)));
  info_.rdma = lacking.empty();
  if (lacking.size() < launched_.size())
    for (const Event& event : lacking) sink.event(event);
}

Assignment ClusterSession::assignment_of(const StepRequest& request, std::uint64_t first_unit,
                                         const std::set<std::int64_t>& left_out) {
  Assignment a;
  a.sequence = ++sequence_;
  a.step = request.step;
  a.endpoints = request.members;
  a.first_unit = first_unit;
  a.left_out.assign(left_out.begin(), left_out.end());
  a.alone_size_index = request.alone_size_index;
  std::map<std::uint32_t, std::int64_t> rank_of, member_of;
  for (std::size_t rank = 0; rank < launched_.size(); ++rank)
    if (!aside_[launched_[rank]]) rank_of[launched_[rank]] = static_cast<std::int64_t>(rank);
  for (const std::uint32_t endpoint : request.members) {
    member_of[endpoint] = static_cast<std::int64_t>(a.ranks.size());
    a.ranks.push_back(rank_of.contains(endpoint) ? rank_of[endpoint] : -1);
  }
  const auto members = static_cast<std::int64_t>(a.ranks.size());
  // One worker of each host: its devices are counted once.
  std::set<std::string> counted;
  for (const std::int64_t rank : a.ranks)
    if (rank >= 0 &&
        counted.insert(layout_.endpoints[launched_[static_cast<std::size_t>(rank)]].host).second)
      a.counting.push_back(static_cast<std::uint32_t>(rank));
  for (const Flow& flow : request.alone)
    a.alone.push_back(member_of.at(flow.source) * members + member_of.at(flow.target));
  return a;
}

Result<StepOutcome> ClusterSession::run(const StepRequest& request, Sink& sink) {
  StepOutcome outcome;
  std::set<std::int64_t> left_out;
  const std::uint64_t total =
      request.alone.empty()
          ? units_of(request.step, static_cast<std::uint32_t>(request.members.size()))
          : request.alone.size();
  std::uint64_t next = request.first_unit;
  while (next < total) {
    if (interrupt::raised()) {
      outcome.interrupted = true;
      outcome.reason = "interrupted";
      return outcome;
    }
    const auto here = [&](std::uint32_t endpoint) { return !aside_[endpoint]; };
    if (std::ranges::count_if(request.members, here) < 2) {
      outcome.reason = "fewer than two members are left";
      return outcome;
    }
    if (!job_) WEFT_CHECK(launch(sink));
    Watch watch{request, sink, assignment_of(request, next, left_out), total, next, {}, {}};
    WEFT_TRY(const auto trouble, attempt(watch));
    if (trouble && !interrupt::raised()) recover(watch, *trouble, left_out);
    next = watch.next;
  }
  outcome.complete = true;
  return outcome;
}

Result<std::optional<Trouble>> ClusterSession::attempt(Watch& watch) {
  for (const std::int64_t rank : watch.assignment.ranks)
    if (rank >= 0) watch.unfinished.insert(static_cast<std::uint32_t>(rank));
  for (const std::uint32_t rank : watch.unfinished) job_->assign(rank, watch.assignment);
  watch.round_began = Steady::now();
  const Nanos deadline = watch.request.step.deadline + seconds(2);
  while (!watch.unfinished.empty()) {
    const auto looked = Steady::now();
    for (const JobEvent& event : job_->wait(tick_every)) {
      WEFT_TRY(auto trouble, take(watch, event));
      if (trouble && Steady::now() - looked <= own_pause) return settle(watch, std::move(*trouble));
    }
    // We were stopped (Ctrl-Z) or starved ourselves: nobody else's silence means anything then.
    if (Steady::now() - looked > own_pause)
      return Trouble{
          TroubleKind::paused,
          {},
          {},
          "the controller itself stood still for " + text(Nanos(Steady::now() - looked))};
    watch.sink.tick();
    if (interrupt::raised()) return Trouble{};
    if (auto silent = silent_worker(job_->workers(), watch.unfinished, silence_limit))
      return Trouble{TroubleKind::silent, *silent, {}, "has been silent"};
    if (Steady::now() - watch.round_began > deadline)
      return settle(watch, {TroubleKind::hang,
                            waited_for(job_->workers(), watch.assignment),
                            {},
                            fmt::format("the round did not end within {}", text(deadline))});
  }
  watch.next = watch.total;
  return std::nullopt;
}

Result<std::optional<Trouble>> ClusterSession::take(Watch& watch, const JobEvent& event) {
  switch (event.kind) {
    case JobEvent::Kind::round:
      if (event.round.sequence != watch.assignment.sequence) return std::nullopt;
      WEFT_CHECK(watch.sink.round(
          {event.round.unit, with_failed(event.samples), event.round.wall, event.round.measuring}));
      watch.next = event.round.unit + 1;
      watch.round_began = Steady::now();
      return std::nullopt;
    case JobEvent::Kind::step_done:
      watch.unfinished.erase(event.rank);
      return std::nullopt;
    case JobEvent::Kind::counters:
      watch.sink.counters(
          of_host(layout_.endpoints[endpoint_of(event.rank)].host, event.counters.changes));
      return std::nullopt;
    case JobEvent::Kind::note:
      watch.sink.event(make_event("device", layout_.endpoints[endpoint_of(event.rank)].text(),
                                  printable(event.text)));
      return std::nullopt;
    case JobEvent::Kind::lost:
      return Trouble{TroubleKind::lost, event.rank, {}, event.text};
    case JobEvent::Kind::problem:
      return Trouble{TroubleKind::problem, event.rank, event.problem, event.problem.what};
    case JobEvent::Kind::ended:
      return Trouble{TroubleKind::ended, {}, {}, event.text};
    case JobEvent::Kind::ready:
      return std::nullopt;
  }
  return std::nullopt;
}

// The first sign of trouble is often not its cause: a killed worker makes its partner fail and the
// launcher end the others. So it listens a little longer, then decides (blame.h).
Trouble ClusterSession::settle(Watch& watch, Trouble first) {
  std::vector<Trouble> signs{std::move(first)};
  const auto until = Steady::now() + std::chrono::milliseconds(1500);
  while (Steady::now() < until && !job_->over()) {
    for (const JobEvent& event : job_->wait(std::chrono::milliseconds(100))) {
      auto more = take(watch, event);
      if (more && *more) signs.push_back(std::move(**more));
    }
    watch.sink.tick();
  }
  return decide(signs, job_->workers(), job_->output(), watch.assignment);
}

void ClusterSession::recover(Watch& watch, const Trouble& trouble,
                             std::set<std::int64_t>& left_out) {
  const bool of_a_worker = trouble.kind == TroubleKind::lost ||
                           trouble.kind == TroubleKind::silent || trouble.kind == TroubleKind::hang;
  if (trouble.kind == TroubleKind::problem && trouble.partner(watch.assignment)) {
    leave_out(watch, trouble, left_out);
  } else if (of_a_worker && trouble.rank) {
    const std::uint32_t endpoint = endpoint_of(*trouble.rank);
    set_aside(endpoint, describe(trouble, job_->workers()[*trouble.rank], watch.request.step),
              watch.sink);
  } else if (trouble.kind == TroubleKind::paused ||
             std::exchange(troubled_unit_, watch.next) != std::optional(watch.next)) {
    watch.sink.event(make_event("note", watch.request.step.id, trouble.what));
  } else {
    // Nobody can be named, twice at one round: it is given up, so that the run gets further.
    watch.sink.event(make_event("hang", watch.request.step.id, trouble.what));
    ++watch.next;
  }
  job_->end(false);
  job_.reset();
  if (watch.next < watch.total)
    watch.sink.event(make_event("restarted", watch.request.step.id,
                                fmt::format("from round {} of {} with {}", watch.next + 1,
                                            watch.total, count_of(available().size(), "worker"))));
}

// The two ends of a flow that did not answer: the flow is left out, an end only after two partners.
void ClusterSession::leave_out(Watch& watch, const Trouble& trouble,
                               std::set<std::int64_t>& left_out) {
  const Assignment& a = watch.assignment;
  const auto members = static_cast<std::int64_t>(a.ranks.size());
  const auto [one, other] = *trouble.partner(a);
  const std::uint32_t x = a.endpoints[static_cast<std::size_t>(one)];
  const std::uint32_t y = a.endpoints[static_cast<std::size_t>(other)];
  left_out.insert(one * members + other);
  left_out.insert(other * members + one);
  failed_with_[x].insert(y);
  failed_with_[y].insert(x);
  failed_.push_back(failed_sample(watch.request, watch.next, x, y));
  failed_.push_back(failed_sample(watch.request, watch.next, y, x));
  const auto name = [&](std::uint32_t endpoint) { return layout_.endpoints[endpoint].text(); };
  watch.sink.event(
      make_event("flow_failed", fmt::format("{} - {}", name(x), name(y)), trouble.what));
  for (const std::uint32_t end : {x, y})
    if (failed_with_[end].size() >= 2)
      set_aside(end, "flows with two different partners failed", watch.sink);
}

std::vector<Sample> ClusterSession::with_failed(std::vector<Sample> samples) {
  samples.insert(samples.end(), failed_.begin(), failed_.end());
  failed_.clear();
  return samples;
}

// On a single host the worker; else its host with all of its workers.
void ClusterSession::set_aside(std::uint32_t endpoint, const std::string& why, Sink& sink) {
  const bool whole_host = hosts() > 1;
  const std::string& host = layout_.endpoints[endpoint].host;
  if (aside_[endpoint]) return;
  for (std::uint32_t i = 0; i < aside_.size(); ++i)
    if (i == endpoint || (whole_host && layout_.endpoints[i].host == host)) aside_[i] = true;
  sink.event(make_event("set_aside", whole_host ? host : layout_.endpoints[endpoint].text(), why));
}

class Cluster final : public Fabric {
 public:
  explicit Cluster(ClusterOptions options) : options_(std::move(options)) {}
  Result<std::unique_ptr<Session>> open(const Layout& layout, Sink& sink) override {
    auto session = std::make_unique<ClusterSession>(options_, layout);
    WEFT_CHECK(session->open(sink));
    return session;
  }

 private:
  ClusterOptions options_;
};

}  // namespace

std::unique_ptr<Fabric> make_cluster(ClusterOptions options) {
  return std::make_unique<Cluster>(std::move(options));
}

std::uint64_t units_of(const Step& step, std::uint32_t members) {
  const auto pattern = find_pattern(step.pattern);
  if (!pattern) return 0;
  const PatternShape shape{members, step.duplex && step.metric == Metric::bandwidth, step.seed};
  return (*pattern)->rounds(shape) * step.sizes.size();
}

}  // namespace weft

// Rounds to samples; see fabric.h.

#include "twin/fabric.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/interrupt.h"
#include "base/text.h"
#include "pattern/pattern.h"
#include "twin/host.h"
#include "twin/meter.h"
#include "twin/stable.h"

namespace weft {
namespace {

class SimulatedSession final : public Session {
 public:
  SimulatedSession(const TwinState& state, const TwinOptions& options, Layout layout)
      : shared_(std::make_shared<TwinState>(state)),
        state_(*shared_),
        options_(options),
        layout_(std::move(layout)),
        traffic_(state_, options.traffic),
        meter_(state_, traffic_),
        aside_(layout_.endpoints.size()) {}

  Result<void> open(Sink& sink) {
    for (std::uint32_t i = 0; i < layout_.endpoints.size(); ++i) {
      Endpoint& endpoint = layout_.endpoints[i];
      const std::int32_t host = state_.node(endpoint.host);
      if (host < 0 || !state_.nodes[std::size_t(host)].is_host())
        return fail(fmt::format("{} is no host of the plan", printable(endpoint.host)),
                    "leave --hosts out to take all of them");
      if (endpoint.slot < 0 || std::size_t(endpoint.slot) >= traffic_.slots(host))
        return fail(fmt::format("{} has {} in the plan, {} is one too many",
                                printable(endpoint.host), count_of(traffic_.slots(host), "NIC"),
                                printable(endpoint.text())));
      nics_.push_back(traffic_.nic(host, std::size_t(endpoint.slot)));
      describe(endpoint, nics_.back());
    }
    tell_absent(sink);
    if (available().size() < 2) return fail("fewer than two NICs take part");
    info_ = twin_info(state_, layout_, options_);
    return {};
  }

  const FabricInfo& info() const override { return info_; }
  const Layout& layout() const override { return layout_; }
  std::vector<std::uint32_t> available() const override {
    std::vector<std::uint32_t> out;
    for (std::uint32_t i = 0; i < aside_.size(); ++i)
      if (!aside_[i]) out.push_back(i);
    return out;
  }
  Result<StepOutcome> run(const StepRequest& request, Sink& sink) override;
  std::vector<SessionNode> nodes() const override {
    std::vector<SessionNode> out;
    for (std::size_t n = 0; n < state_.nodes.size(); ++n)
      out.push_back({state_.nodes[n].name, [state = shared_, n]() -> Result<std::unique_ptr<Host>> {
                       return twin_host(state, static_cast<std::int32_t>(n));
                     }});
    return out;
  }

 private:
  void describe(Endpoint& endpoint, const TwinNic& nic) const;
  void tell_absent(Sink& sink);
  RoundOutcome round(const StepRequest& request, const Round& flows, std::uint64_t unit,
                     std::uint32_t size_index, std::uint32_t round_index);
  Sample sample(const Step& step, const Flow& flow, const TwinFlowResult& result);
  void bandwidth(const Step& step, const TwinFlowResult& result, double bytes, Sample& out);
  void latency(const Step& step, const TwinFlowResult& result, Sample& out);
  void spread(double value, double noise, Sample& out);
  double uniform() { return static_cast<double>(stable_random(random_) >> 11) * 0x1p-53; }

  const std::shared_ptr<TwinState> shared_;  // a copy: its counters move
  TwinState& state_;
  const TwinOptions options_;
  Layout layout_;
  FabricInfo info_;
  TwinTraffic traffic_;
  TwinMeter meter_;
  std::vector<bool> aside_;
  std::vector<TwinNic> nics_;  // by endpoint
  std::vector<TwinFlow> flows_;
  std::vector<std::int64_t> messages_;  // by flow of a round
  std::vector<double> windows_;
  std::uint64_t random_ = 1;
};

// What a worker would read of its device there.
void SimulatedSession::describe(Endpoint& endpoint, const TwinNic& nic) const {
  const TwinPort& port = state_.at({nic.host, nic.port});
  endpoint.device = port.name;
  endpoint.link_rate = port.rate;
  endpoint.mtu = port.mtu;
}

void SimulatedSession::tell_absent(Sink& sink) {
  std::string told;
  for (std::uint32_t i = 0; i < aside_.size(); ++i) {
    const TwinNode& host = state_.nodes[std::size_t(nics_[i].host)];
    if (host.powered && host.answer == TwinAnswer::normal) continue;
    aside_[i] = true;
    if (std::exchange(told, host.name) == host.name) continue;
    sink.event({now(), "set_aside", host.name,
                host.powered && host.answer == TwinAnswer::frozen
                    ? "the agent's command did not end in time"
                    : "cannot be reached"});
  }
}

Result<StepOutcome> SimulatedSession::run(const StepRequest& request, Sink& sink) {
  const auto members = static_cast<std::uint32_t>(request.members.size());
  const Step& step = request.step;
  WEFT_TRY(const PatternSpec* pattern, find_pattern(step.pattern));
  const PatternShape shape{members, step.duplex && step.metric == Metric::bandwidth, step.seed};
  const std::uint64_t a_size = pattern->rounds(shape);
  const bool alone = !request.alone.empty();
  const std::uint64_t units = alone ? request.alone.size() : a_size * step.sizes.size();
  for (std::uint64_t unit = request.first_unit; unit < units; ++unit) {
    if (interrupt::raised()) return StepOutcome{false, true, "interrupted", {}};
    Round flows;
    if (alone) {
      flows.flows = {request.alone[unit]};
    } else {
      flows = pattern->round(shape, unit % a_size);
      for (Flow& flow : flows.flows)
        flow = {request.members[flow.source], request.members[flow.target]};
    }
    std::erase_if(flows.flows,
                  [&](const Flow& flow) { return aside_[flow.source] || aside_[flow.target]; });
    const auto size = alone ? request.alone_size_index : static_cast<std::uint32_t>(unit / a_size);
    WEFT_CHECK(sink.round(
        round(request, flows, unit, size, alone ? 0 : static_cast<std::uint32_t>(unit % a_size))));
    if (unit % 64 == 0) sink.tick();
  }
  return StepOutcome{true, false, "", {}};
}

RoundOutcome SimulatedSession::round(const StepRequest& request, const Round& flows,
                                     std::uint64_t unit, std::uint32_t size_index,
                                     std::uint32_t round_index) {
  const Step& step = request.step;
  random_ = options_.seed * 0x9E3779B97F4A7C15u + stable_hash(step.id) + unit * 2 +
            !request.alone.empty();
  flows_.clear();
  for (const Flow& flow : flows.flows) {
    const std::uint64_t pair = (std::uint64_t{flow.source} << 32 | flow.target) + options_.seed;
    std::uint64_t port = pair;
    flows_.push_back({nics_[flow.source], nics_[flow.target],
                      static_cast<std::uint16_t>(0xC000u | (stable_random(port) & 0x3FFF))});
  }
  const auto bytes = static_cast<double>(step.sizes[size_index].count);
  const bool load = step.metric == Metric::bandwidth;
  const auto results = traffic_.round(flows_, step.transport, bytes, load, step.dscp);
  messages_.clear();
  RoundOutcome out{unit, {}, step.round_time, step.round_time};
  out.samples.reserve(flows.flows.size());
  for (std::size_t i = 0; i < flows.flows.size(); ++i) {
    Sample one = sample(step, flows.flows[i], results[i]);
    one.size_index = size_index;
    one.round = round_index;
    if (!request.alone.empty()) one.flags |= sample_flag::alone;
    if (results[i].works && load)
      bandwidth(step, results[i], bytes, one);
    else if (results[i].works)
      latency(step, results[i], one);
    messages_.push_back(one.messages);
    out.samples.push_back(one);
  }
  meter_.count(flows_, results, messages_, bytes,
               static_cast<double>(step.round_time.count()) / 1e9, load);
  return out;
}

Sample SimulatedSession::sample(const Step& step, const Flow& flow, const TwinFlowResult& result) {
  Sample out;
  out.source = flow.source;
  out.target = flow.target;
  if (!result.works) out.flags = sample_flag::failed;
  if (result.works) out.windows = static_cast<std::uint32_t>(options_.windows);
  out.elapsed_ns = step.round_time.count();
  return out;
}

// Median, its interval and the extremes of as many windows as there were. The interval is that of
// order statistics: of 12 values the 3rd and the 10th (95 %).
void SimulatedSession::spread(double value, double noise, Sample& out) {
  windows_.clear();
  for (std::int64_t i = 0; i < options_.windows; ++i) {
    const double normal = (uniform() + uniform() + uniform() + uniform() - 2) * std::sqrt(3.0);
    windows_.push_back(value * (1 + noise * normal));
  }
  std::ranges::sort(windows_);
  const std::size_t n = windows_.size();
  out.median = (windows_[(n - 1) / 2] + windows_[n / 2]) / 2;
  out.low = windows_[n / 6];
  out.high = windows_[n - 1 - n / 6];
}

void SimulatedSession::bandwidth(const Step& step, const TwinFlowResult& result, double bytes,
                                 Sample& out) {
  spread(result.payload_bps, options_.noise, out);
  out.worst_window = windows_.front();
  const double seconds = static_cast<double>(step.round_time.count()) / 1e9;
  out.messages = std::max<std::int64_t>(static_cast<std::int64_t>(out.median * seconds / 8 / bytes),
                                        options_.windows);
  out.bytes = out.messages * static_cast<std::int64_t>(bytes);
}

// The tail: a share of the messages meets a busy host or a packet of somebody else's.
void SimulatedSession::latency(const Step& step, const TwinFlowResult& result, Sample& out) {
  spread(result.latency_ns, options_.noise * 5, out);
  out.worst_window = windows_.back();
  out.messages = std::max<std::int64_t>(
      static_cast<std::int64_t>(static_cast<double>(step.round_time.count()) / 2 / out.median),
      options_.windows);
  out.p50_ns = std::llround(out.median);
  out.p99_ns = std::llround(windows_.back() * 1.1);
  out.p999_ns = std::llround(windows_.back() * (1.3 + 0.2 * uniform()));
  out.max_ns = std::llround(windows_.back() * (2 + uniform()));
}

class Twin final : public Fabric {
 public:
  Twin(TwinState state, TwinOptions options)
      : state_(std::move(state)), options_(std::move(options)) {}
  Result<std::unique_ptr<Session>> open(const Layout& layout, Sink& sink) override {
    auto session = std::make_unique<SimulatedSession>(state_, options_, layout);
    WEFT_CHECK(session->open(sink));
    return session;
  }

 private:
  TwinState state_;
  TwinOptions options_;
};

}  // namespace

Layout twin_layout(const TwinState& state) {
  Layout out;
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n) {
    if (!state.nodes[std::size_t(n)].is_host()) continue;
    const auto ports = ports_of_host(state, n);
    for (std::size_t slot = 0; slot < ports.size(); ++slot)
      out.endpoints.push_back({state.nodes[std::size_t(n)].name, static_cast<std::int64_t>(slot)});
  }
  return out;
}

FabricInfo twin_info(const TwinState& state, const Layout& layout, const TwinOptions& options) {
  std::vector<std::string> hosts;
  for (const Endpoint& endpoint : layout.endpoints)
    if (hosts.empty() || hosts.back() != endpoint.host) hosts.push_back(endpoint.host);
  const auto switches = std::ranges::count_if(state.nodes, &TwinNode::is_switch);
  FabricInfo info;
  info.kind = "twin";
  info.hosts = static_cast<std::int64_t>(hosts.size());
  info.endpoints = static_cast<std::int64_t>(layout.endpoints.size());
  info.rdma = info.pfc = info.qos_counters = true;
  info.headline =
      fmt::format("A simulated fabric (twin), nothing was measured: {} on {} and {}{}; seed {}.",
                  count_of(layout.endpoints.size(), "NIC"), count_of(hosts.size(), "host"),
                  switches == 1 ? "1 switch" : fmt::format("{} switches", switches),
                  options.faults.empty() ? ", no fault"
                                         : fmt::format(", with {}", join(options.faults, " and ")),
                  options.seed);
  return info;
}

std::unique_ptr<Fabric> make_twin(TwinState state, TwinOptions options) {
  return std::make_unique<Twin>(std::move(state), std::move(options));
}

}  // namespace weft

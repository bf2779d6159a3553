// See session.h.

#include "twin/session.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/interrupt.h"
#include "base/text.h"
#include "pattern/pattern.h"
#include "twin/collective_samples.h"
#include "twin/host.h"
#include "twin/stable.h"

namespace weft {

SimulatedSession::SimulatedSession(const TwinState& state, TwinOptions options, Layout layout)
    : shared_(std::make_shared<TwinState>(state)),
      state_(*shared_),
      options_(std::move(options)),
      layout_(std::move(layout)),
      samples_(options_.noise, options_.windows),
      aside_(layout_.endpoints.size()) {
  renew();
}

Result<void> SimulatedSession::open(Sink& sink) {
  for (Endpoint& endpoint : layout_.endpoints) {
    const std::int32_t host = state_.node(endpoint.host);
    if (host < 0 || !state_.nodes[std::size_t(host)].is_host())
      return fail(fmt::format("{} is no host of the plan", printable(endpoint.host)),
                  "leave --hosts out to take all of them");
    const std::size_t slots = load_->traffic.slots(host);
    if (endpoint.slot < 0 || std::size_t(endpoint.slot) >= slots)
      return fail(fmt::format("{} has {} in the plan, {} is one too many", printable(endpoint.host),
                              count_of(slots, "NIC"), printable(endpoint.text())));
  }
  for (std::uint32_t i = 0; i < layout_.endpoints.size(); ++i)
    describe(layout_.endpoints[i], nics_[i]);
  tell_absent(sink);
  if (available().size() < 2) return fail("fewer than two NICs take part");
  info_ = twin_info(state_, layout_, options_);
  return {};
}

std::vector<std::uint32_t> SimulatedSession::available() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < aside_.size(); ++i)
    if (!aside_[i]) out.push_back(i);
  return out;
}

std::vector<SessionNode> SimulatedSession::nodes() const {
  std::vector<SessionNode> out;
  for (std::size_t n = 0; n < state_.nodes.size(); ++n)
    out.push_back({state_.nodes[n].name, [state = shared_, n]() -> Result<std::unique_ptr<Host>> {
                     return twin_host(state, static_cast<std::int32_t>(n));
                   }});
  return out;
}

// Routes and NICs of the state as it is now.
void SimulatedSession::renew() {
  load_ = std::make_unique<Load>(state_, options_.traffic);
  nics_.clear();
  for (const Endpoint& endpoint : layout_.endpoints) {
    const std::int32_t host = state_.node(endpoint.host);
    const bool there = host >= 0 && endpoint.slot >= 0;
    nics_.push_back(there ? load_->traffic.nic(host, std::size_t(endpoint.slot)) : TwinNic{});
  }
}

void SimulatedSession::happen(const TwinEvent& event, Sink& sink) {
  event.happen(state_);
  settle(state_);
  renew();
  sink.event({now(), "fault", event.text, fmt::format("after {} of load", text(event.at))});
  tell_absent(sink);
}

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
    if (aside_[i] || (host.powered && host.answer == TwinAnswer::normal)) continue;
    aside_[i] = true;
    if (std::exchange(told, host.name) == host.name) continue;
    sink.event({now(), "set_aside", host.name,
                host.powered && host.answer == TwinAnswer::frozen
                    ? "the agent's command did not end in time"
                    : "cannot be reached"});
  }
}

Round SimulatedSession::flows_of(const StepRequest& request, std::uint64_t a_size,
                                 std::uint64_t unit) const {
  Round out;
  if (!request.alone.empty()) {
    out.flows = {request.alone[unit]};
  } else {
    const Step& step = request.step;
    const PatternShape shape{static_cast<std::uint32_t>(request.members.size()),
                             step.duplex && step.metric == Metric::bandwidth, step.seed};
    out = (*find_pattern(step.pattern))->round(shape, unit % a_size);
    for (Flow& flow : out.flows)
      flow = {request.members[flow.source], request.members[flow.target]};
  }
  std::erase_if(out.flows,
                [&](const Flow& flow) { return aside_[flow.source] || aside_[flow.target]; });
  return out;
}

Result<StepOutcome> SimulatedSession::run(const StepRequest& request, Sink& sink) {
  const Step& step = request.step;
  WEFT_TRY(const PatternSpec* pattern, find_pattern(step.pattern));
  const std::uint64_t a_size =
      pattern->rounds({static_cast<std::uint32_t>(request.members.size()),
                       step.duplex && step.metric == Metric::bandwidth, step.seed});
  if (pattern->collective) return run_collective(request, sink);
  const bool alone = !request.alone.empty();
  const std::uint64_t units = alone ? request.alone.size() : a_size * step.sizes.size();
  for (std::uint64_t unit = request.first_unit; unit < units; ++unit) {
    if (interrupt::raised()) return StepOutcome{false, true, "interrupted", {}};
    const auto size = alone ? request.alone_size_index : static_cast<std::uint32_t>(unit / a_size);
    RoundOutcome out =
        round(request, flows_of(request, a_size, unit), unit, step.sizes[size], sink);
    for (Sample& one : out.samples) {
      one.size_index = size;
      one.round = alone ? 0 : static_cast<std::uint32_t>(unit % a_size);
      if (alone) one.flags |= sample_flag::alone;
    }
    WEFT_CHECK(sink.round(out));
    if (unit % 64 == 0) sink.tick();
  }
  return StepOutcome{true, false, "", {}};
}

// A round a size, over those who take part. What it sends is not counted at the ports.
Result<StepOutcome> SimulatedSession::run_collective(const StepRequest& request, Sink& sink) {
  const Step& step = request.step;
  std::vector<std::uint32_t> endpoints;
  std::vector<TwinNic> nics;
  for (const std::uint32_t endpoint : request.members)
    if (!aside_[endpoint]) endpoints.push_back(endpoint), nics.push_back(nics_[endpoint]);
  for (std::uint64_t unit = request.first_unit; unit < step.sizes.size(); ++unit) {
    auto samples = collective_samples(load_->traffic, step, step.sizes[unit], {endpoints, nics},
                                      options_.noise, options_.seed + stable_hash(step.id) + unit);
    if (!samples) return StepOutcome{false, false, std::move(samples).error().what, {}};
    for (Sample& one : *samples) one.size_index = static_cast<std::uint32_t>(unit);
    WEFT_CHECK(sink.round({unit, std::move(*samples), step.round_time, step.round_time}));
  }
  return StepOutcome{true, false, "", {}};
}

// All flows for that time: a part of the round.
void SimulatedSession::send(const Step& step, const Round& flows, double bytes, Nanos time) {
  flows_.clear();
  for (const Flow& flow : flows.flows) {
    const std::uint64_t pair = (std::uint64_t{flow.source} << 32 | flow.target) + options_.seed;
    std::uint64_t port = pair;
    flows_.push_back({nics_[flow.source], nics_[flow.target],
                      static_cast<std::uint16_t>(0xC000u | (stable_random(port) & 0x3FFF))});
  }
  const bool load = step.metric == Metric::bandwidth;
  const auto results = load_->traffic.round(flows_, step.transport, bytes, load, step.dscp);
  const double share =
      static_cast<double>(time.count()) / static_cast<double>(step.round_time.count());
  for (std::size_t f = 0; f < results.size(); ++f) parts_[f].push_back({share, results[f]});
}

// What was sent last, into the counters.
void SimulatedSession::count(const Step& step, double bytes, Nanos time) {
  std::vector<TwinFlowResult> results;
  for (const auto& parts : parts_) results.push_back(parts.back().result);
  load_->meter.count(flows_, results, messages_, bytes, static_cast<double>(time.count()) / 1e9,
                     step.metric == Metric::bandwidth);
  frames_.resize(parts_.size());
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    const TwinMeter::Frames& more = load_->meter.frames()[f];
    frames_[f].sent += more.sent, frames_[f].arrived += more.arrived;
    frames_[f].marked += more.marked, frames_[f].overtaken += more.overtaken;
  }
}

void SimulatedSession::tell_packets(std::span<Sample> samples) const {
  for (std::size_t f = 0; f < samples.size(); ++f) {
    const TwinMeter::Frames& all = frames_[f];
    samples[f].packets = static_cast<std::int64_t>(all.sent);
    samples[f].lost = static_cast<std::int64_t>(all.sent - all.arrived);
    samples[f].reordered = static_cast<std::int64_t>(all.overtaken);
    samples[f].marked = static_cast<std::int64_t>(all.marked);
  }
}

RoundOutcome SimulatedSession::round(const StepRequest& request, const Round& flows,
                                     std::uint64_t unit, Bytes size, Sink& sink) {
  const Step& step = request.step;
  const auto bytes = static_cast<double>(size.count);
  parts_.assign(flows.flows.size(), {});
  frames_.clear();
  std::vector<std::int64_t> counted(flows.flows.size(), 0);
  Nanos at = elapsed_;
  elapsed_ += step.round_time;
  for (; next_event_ < options_.events.size() && options_.events[next_event_].at < elapsed_;
       ++next_event_) {
    const TwinEvent& event = options_.events[next_event_];
    if (event.at > at) {
      send(step, flows, bytes, event.at - at);
      messages_.clear();
      for (std::size_t f = 0; f < parts_.size(); ++f)
        messages_.push_back(messages_in(parts_[f].back().result, step, bytes, event.at - at));
      count(step, bytes, event.at - at);
      for (std::size_t f = 0; f < counted.size(); ++f) counted[f] += messages_[f];
      at = event.at;
    }
    happen(event, sink);
  }
  send(step, flows, bytes, elapsed_ - at);
  samples_.seed(options_.seed * 0x9E3779B97F4A7C15u + stable_hash(step.id) + unit * 2 +
                !request.alone.empty());
  RoundOutcome out{unit, {}, step.round_time, step.round_time};
  messages_.clear();
  for (std::size_t f = 0; f < flows.flows.size(); ++f) {
    Sample one = samples_.make(step, bytes, parts_[f]);
    one.source = flows.flows[f].source;
    one.target = flows.flows[f].target;
    messages_.push_back(std::max<std::int64_t>(one.messages - counted[f], 0));
    out.samples.push_back(one);
  }
  count(step, bytes, elapsed_ - at);
  if (step.transport == "udp") tell_packets(out.samples);
  return out;
}

}  // namespace weft

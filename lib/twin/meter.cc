// Frames along their ways; see meter.h.

#include "twin/meter.h"

#include <algorithm>
#include <cmath>

#include "twin/qos.h"
#include "twin/stable.h"

namespace weft {
namespace {

constexpr double ethernet_bytes = 18;    // header and FCS
constexpr std::uint64_t cnp_bytes = 78;  // a whole frame (RoCE v2 annex A17.9.3)

}  // namespace

TwinMeter::TwinMeter(TwinState& counted, const TwinTraffic& traffic, MeterSettings settings)
    : state_(counted),
      traffic_(traffic),
      trace_(traffic.trace()),
      settings_(settings),
      at_(counted.nodes.size(), 0) {}

std::uint64_t TwinMeter::whole(double frames) {
  const double phase = static_cast<double>(stable_random(random_) >> 11) * 0x1p-53;
  return static_cast<std::uint64_t>(std::max(0.0, std::floor(frames + phase)));
}

TwinCounters::Priority& TwinMeter::sent_by(std::uint32_t link, std::int64_t dscp) {
  const TwinEnd end = trace_.wiring->sender[link];
  const TwinNode& node = state_.nodes[std::size_t(end.node)];
  return state_.at(end).counters.priorities[priority_at(node, dscp) % 8];
}

void TwinMeter::move(std::uint32_t link, std::int64_t dscp, std::uint64_t sent,
                     std::uint64_t arrived, std::uint64_t bytes) {
  TwinCounters::Priority& out = sent_by(link, dscp);
  out.tx_packets += sent;
  out.tx_bytes += sent * bytes;
  const TwinEnd end = trace_.wiring->receiver(link);
  TwinCounters& far = state_.at(end).counters;
  auto& in = far.priorities[priority_at(state_.nodes[std::size_t(end.node)], dscp) % 8];
  in.rx_packets += arrived;
  in.rx_bytes += arrived * bytes;
  far.rx_errors += sent - arrived;
}

// Who receives on that link sends them.
void TwinMeter::pause(std::uint32_t link, std::uint64_t frames) {
  const auto priority = std::size_t(state_.roce_priority) % 8;
  state_.at(trace_.wiring->receiver(link)).counters.priorities[priority].tx_pauses += frames;
  state_.at(trace_.wiring->sender[link]).counters.priorities[priority].rx_pauses += frames;
}

// Before they are told, senders fill the queue that holds them back for a round trip. What is too
// much there is held back by pauses, or dropped where the hop before it cannot be paused.
void TwinMeter::bursts() {
  const FlowPaths& paths = *trace_.paths;
  const auto pushed = pushed_rates({trace_.wiring->graph.capacity, paths});
  burst_.assign(trace_.wiring->graph.links(), 0);
  const auto surplus = [&](std::uint32_t f, std::uint32_t e) {  // bytes
    const double more = std::max(0.0, pushed[f] - trace_.rates->offered[f]) * paths.share[e];
    return more * settings_.round_trip_ns / 8e9;
  };
  const auto each = [&](const auto& what) {
    for (std::uint32_t f = 0; f < paths.flows(); ++f)
      for (std::uint32_t e = paths.first[f]; e < paths.first[f + 1]; ++e)
        if (paths.stage[e] == trace_.held[f] && trace_.crowded[paths.link[e]] > 0) what(f, e);
  };
  each([&](std::uint32_t f, std::uint32_t e) { burst_[paths.link[e]] += surplus(f, e); });
  std::vector<std::uint8_t> paused(burst_.size(), 0);
  each([&](std::uint32_t f, std::uint32_t e) {
    const double over = burst_[paths.link[e]] - settings_.pause_above_bytes;
    if (over <= 0) return;
    for (std::uint32_t b = paths.first[f]; b < e; ++b) {
      const std::uint32_t before = paths.link[b];
      if (trace_.wiring->graph.to[before] != trace_.wiring->graph.from[paths.link[e]]) continue;
      if (!can_pause(state_, trace_.wiring->sender[before], trace_.dscp[f]))
        dropped_[e] +=
            whole(surplus(f, e) * over / burst_[paths.link[e]] /
                  (trace_.framing[f].packet + ethernet_bytes) / paths.share[e] * paths.share[b]);
      else if (paused[before]++ == 0)
        pause(before, 2);  // stop, go on
    }
  });
}

void TwinMeter::begin(double seconds) {
  trace_ = traffic_.trace();
  dropped_.assign(trace_.paths->link.size(), 0);
  if (trace_.rates->offered.empty()) return;
  bursts();
  for (std::uint32_t link = 0; link < trace_.rates->paused.size(); ++link)
    if (trace_.rates->paused[link] != 0)
      pause(link, 2 * std::max<std::uint64_t>(1, whole(seconds * 1e9 / settings_.round_trip_ns)));
}

// Frames that leave a node over one link: some are dropped in its queue, some damaged on the wire.
void TwinMeter::carry_over(std::uint32_t e, std::uint64_t there, Frames& frames) {
  const std::uint32_t link = trace_.paths->link[e], f = frames.flow;
  const std::int64_t dscp = trace_.dscp[f];
  TwinCounters::Priority& out = sent_by(link, dscp);
  double share = 0;
  if (!trace_.rates->drops_at.empty() && trace_.rates->drops_at[f] == trace_.paths->stage[e])
    share = trace_.rates->dropped[f];
  if (frames.bytes - ethernet_bytes > static_cast<double>(trace_.wiring->mtu[link])) share = 1;
  std::uint64_t drops = std::min(there, dropped_[e]);
  drops += std::min(there - drops, whole(static_cast<double>(there - drops) * share));
  out.discards += drops;
  const std::uint64_t sent = there - drops;
  const std::uint64_t lost =
      std::min(sent, whole(static_cast<double>(sent) * trace_.wiring->loss[link]));
  const std::uint8_t crowd = trace_.crowded.empty() ? 0 : trace_.crowded[link];
  if (crowd > 0 && marks(state_.nodes[trace_.wiring->graph.from[link]])) {
    const double marked = crowd > 1 ? 1 : settings_.marked;
    const std::uint64_t count = std::min(sent, whole(static_cast<double>(sent) * marked));
    out.ecn_marked += count;
    frames.marked += std::min(count, sent - lost);
  }
  move(link, dscp, sent, sent - lost, frames.bytes);
  at_[trace_.wiring->graph.to[link]] += sent - lost;
}

// All ways on from one node, which share what is there. Returns the entry behind them.
std::size_t TwinMeter::carry_from(std::size_t e, Frames& frames) {
  const FlowPaths& paths = *trace_.paths;
  const auto& from = trace_.wiring->graph.from;
  const std::uint32_t node = from[paths.link[e]];
  std::size_t end = e;
  double all = 0;
  for (; end < paths.first[frames.flow + 1] && from[paths.link[end]] == node &&
         paths.stage[end] == paths.stage[e];
       ++end)
    all += paths.share[end];
  const std::uint64_t there = std::exchange(at_[node], 0);
  const double phase = static_cast<double>(stable_random(random_) >> 11) * 0x1p-53;
  double sum = 0;
  std::uint64_t given = 0;
  for (std::size_t i = e; i < end; ++i) {
    sum += paths.share[i];
    const std::uint64_t upto =
        i + 1 == end ? there
                     : std::min(there, static_cast<std::uint64_t>(std::floor(
                                           static_cast<double>(there) * sum / all + phase)));
    carry_over(static_cast<std::uint32_t>(i), upto - given, frames);
    given = upto;
  }
  return end;
}

void TwinMeter::carry(Frames& frames) {
  const FlowPaths& paths = *trace_.paths;
  const std::size_t first = paths.first[frames.flow], end = paths.first[frames.flow + 1];
  if (first == end) return;
  at_[trace_.wiring->graph.from[paths.link[first]]] = frames.sent;
  for (std::size_t e = first; e < end;) e = carry_from(e, frames);
  frames.arrived = std::exchange(at_[trace_.wiring->graph.to[paths.link[end - 1]]], 0);
}

// From the target to the source, by the first of the ways that the flow took.
void TwinMeter::send_back(std::uint32_t f, std::uint64_t frames, std::uint64_t bytes,
                          std::int64_t dscp) {
  const FlowPaths& paths = *trace_.paths;
  const LinkGraph& graph = trace_.wiring->graph;
  std::uint32_t at = graph.to[paths.link[paths.first[f + 1] - 1]];
  for (std::uint32_t e = paths.first[f + 1]; e-- > paths.first[f];) {
    if (graph.to[paths.link[e]] != at) continue;
    move(reverse_of(paths.link[e]), dscp, frames, frames, bytes);
    at = graph.from[paths.link[e]];
  }
}

// What the two NICs count of RoCE.
void TwinMeter::count_ends(const TwinFlow& flow, Frames& frames, double per_message,
                           double seconds) {
  const std::uint32_t f = frames.flow;
  TwinPort& source = state_.at({flow.source.host, flow.source.port});
  TwinPort& target = state_.at({flow.target.host, flow.target.port});
  const auto stages = trace_.paths->stage[trace_.paths->first[f + 1] - 1] + 1;
  const bool sprayed = trace_.paths->links_of(f).size() > std::size_t(stages);
  const std::uint64_t lost = frames.sent - frames.arrived;
  const std::uint64_t tails = std::min(lost, whole(static_cast<double>(lost) / per_message));
  if (sprayed) frames.overtaken = whole(static_cast<double>(frames.arrived) * settings_.overtaken);
  target.counters.out_of_sequence += frames.overtaken + lost - tails;
  source.counters.packet_seq_err += lost - tails;  // told by a NAK
  source.counters.local_ack_timeout_err += tails;  // nothing came after it that would tell
  source.counters.adaptive_retransmissions += tails;
  if (frames.marked == 0) return;
  const auto cnps = std::min(
      frames.marked, std::max<std::uint64_t>(1, whole(seconds * 1e9 / settings_.cnp_interval_ns)));
  target.counters.ecn_marked_packets += frames.marked;
  target.counters.cnp_sent += cnps;
  (source.congestion_control ? source.counters.cnp_handled : source.counters.cnp_ignored) += cnps;
  send_back(f, cnps, cnp_bytes, state_.cnp_dscp);
}

void TwinMeter::count(std::span<const TwinFlow> flows, std::span<const TwinFlowResult> results,
                      std::span<const std::int64_t> messages, double bytes, double seconds,
                      bool load) {
  begin(seconds);
  frames_.assign(flows.size(), {});
  for (std::uint32_t f = 0; f < flows.size(); ++f) {
    const TwinFraming& framing = trace_.framing[f];
    if (!results[f].works || trace_.paths->links_of(f).empty() || messages[f] <= 0) continue;
    const double per_message =
        std::max(1.0, std::ceil(bytes / (framing.packet - framing.overhead)));
    Frames& frames = frames_[f];
    frames.flow = f;
    frames.bytes = static_cast<std::uint64_t>(
        std::llround(bytes / per_message + framing.overhead + ethernet_bytes));
    frames.sent = whole(static_cast<double>(messages[f]) * per_message * (1 + results[f].again));
    carry(frames);
    count_ends(flows[f], frames, per_message, seconds);
    if (!load) send_back(f, frames.arrived, frames.bytes, trace_.dscp[f]);
  }
}

}  // namespace weft

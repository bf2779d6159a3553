// See assess.h.

#include "judge/assess.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "judge/stats.h"

namespace weft {
namespace {

bool worse(double value, double floor, Metric metric) {
  return metric == Metric::bandwidth ? value < floor : value > floor;
}

bool is_remarked(const PacketTally& packets) {
  return packets.sent >= judge_limit::fewest_packets &&
         static_cast<double>(packets.remarked) >
             judge_limit::remarks * static_cast<double>(packets.sent);
}

// The end of the interval that speaks for the flow.
double good_end(const Range& range, Metric metric) {
  return metric == Metric::bandwidth ? range.high : range.low;
}

}  // namespace

Verdict verdict_of(FlowState state) {
  switch (state) {
    case FlowState::fine:
      return Verdict::pass;
    case FlowState::unclear:
    case FlowState::slow_beside_others:
    case FlowState::lossy_beside_others:
      return Verdict::warn;
    case FlowState::missing:
    case FlowState::few_windows:
    case FlowState::too_fast:
    case FlowState::untried:
      return Verdict::unknown;
    case FlowState::lossy:
    case FlowState::slow:
    case FlowState::remarked:
    case FlowState::wrong_payload:
    case FlowState::failed:
      return Verdict::fail;
  }
  return Verdict::unknown;
}

std::string value_text(double value, Metric metric) {
  if (metric == Metric::bandwidth) return text(BitRate{value});
  return text(Nanos(std::llround(value)));
}

PeerLimit peer_limit(std::vector<double> medians, Metric metric) {
  PeerLimit out;
  out.summary = summary_of(std::move(medians));
  const Summary& s = out.summary;
  out.margin = std::max(judge_limit::mads * s.spread, judge_limit::tolerance * s.median);
  out.floor = metric == Metric::bandwidth ? s.median - out.margin : s.median + out.margin;
  // Half the speed, or twice the time, has to stand out, else a pass would mean nothing.
  const double widest = judge_limit::widest_floor;
  const bool wide =
      metric == Metric::bandwidth ? out.floor < s.median * widest : out.floor > s.median / widest;
  if (static_cast<std::size_t>(s.n) >= judge_limit::fewest_peers)
    out.state = wide ? PeerLimit::State::too_unlike : PeerLimit::State::compared;
  return out;
}

std::string peer_text(const PeerLimit& limit, Metric metric) {
  const Summary& s = limit.summary;
  return fmt::format("median of {} {} the larger of {} % of it and {} MADs of {}",
                     count_of(static_cast<std::size_t>(s.n), "flow"),
                     metric == Metric::bandwidth ? "less" : "plus", judge_limit::tolerance * 100,
                     judge_limit::mads, value_text(s.spread, metric));
}

std::optional<LinkLimit> link_limit(const Layout& layout, const Step& step, Bytes size,
                                    const FlowResult& flow) {
  if (!flow.between || step.metric != Metric::bandwidth) return std::nullopt;
  const Endpoint& a = layout.endpoints[flow.flow.source];
  const Endpoint& b = layout.endpoints[flow.flow.target];
  if (!a.link_rate || !b.link_rate || !a.mtu || !b.mtu) return std::nullopt;
  LinkLimit out;
  out.link = std::min(*a.link_rate, *b.link_rate);
  out.mtu = std::min(*a.mtu, *b.mtu);
  const auto ceiling = payload_ceiling(step.transport, out.link, out.mtu);
  if (!ceiling) return std::nullopt;
  out.ceiling = *ceiling;
  if (step.rate) out.ceiling.rate = std::min(out.ceiling.rate, *step.rate);
  out.binds = size >= judge_limit::smallest_for_ceiling && flow.sharing <= 1;
  out.floor = out.ceiling.rate.bps * judge_limit::ceiling_share;
  return out;
}

bool is_lossy(const PacketTally& packets, double limit) {
  return packets.sent >= judge_limit::fewest_packets && packets.lost_ratio() > limit;
}

double loss_limit(const std::vector<const FlowResult*>& flows) {
  std::vector<double> shares;
  for (const FlowResult* flow : flows)
    if (flow->packets.sent >= judge_limit::fewest_packets)
      shares.push_back(flow->packets.lost_ratio());
  if (shares.empty()) return judge_limit::loss;
  std::ranges::sort(shares);
  return judge_limit::loss + 2 * percentile(shares, 0.25);
}

FlowState assess(const FlowResult& flow, Metric metric, const Limits& limits,
                 const std::optional<LinkLimit>& link) {
  const PeerLimit& peers = limits.peers;
  if (flow.failed) return FlowState::failed;
  if (flow.wrong_bytes > 0) return FlowState::wrong_payload;
  if (!flow.measured()) return FlowState::missing;
  if (is_remarked(flow.packets)) return FlowState::remarked;
  if (link && flow.value > link->ceiling.rate.bps * judge_limit::ceiling_excess)
    return FlowState::too_fast;
  const bool binds = link && link->binds;
  const bool enough = flow.windows >= fewest_for_interval;
  const auto slow = [&](const Range& range, bool link_counts) {
    const double end = good_end(range, metric);
    return (peers.state == PeerLimit::State::compared && worse(end, peers.floor, metric)) ||
           (binds && link_counts && worse(end, link->floor, metric));
  };
  const bool lossy = is_lossy(flow.packets, limits.loss);
  const PacketTally alone = flow.alone != nullptr ? packets_of(*flow.alone) : PacketTally{};
  const bool lossy_alone = is_lossy(alone, limits.loss);
  if (slow(flow.range, enough)) {
    if (flow.alone == nullptr || slow(range_of(*flow.alone), true)) return FlowState::slow;
    if (!lossy || !lossy_alone) return FlowState::slow_beside_others;
  }
  if (lossy && (flow.alone == nullptr || lossy_alone)) return FlowState::lossy;
  if (lossy)
    return alone.sent < judge_limit::fewest_packets ? FlowState::untried
                                                    : FlowState::lossy_beside_others;
  if (binds && !enough) return FlowState::few_windows;
  if (binds && flow.range.low < link->floor) return FlowState::unclear;
  return FlowState::fine;
}

}  // namespace weft

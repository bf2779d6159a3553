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
      return Verdict::warn;
    case FlowState::missing:
    case FlowState::few_windows:
    case FlowState::too_fast:
    case FlowState::untried:
      return Verdict::unknown;
    case FlowState::slow:
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
  out.binds = size >= judge_limit::smallest_for_ceiling && flow.sharing <= 1;
  out.floor = out.ceiling.rate.bps * judge_limit::ceiling_share;
  return out;
}

FlowState assess(const FlowResult& flow, Metric metric, const PeerLimit& peers,
                 const std::optional<LinkLimit>& link) {
  if (flow.failed) return FlowState::failed;
  if (flow.wrong_bytes > 0) return FlowState::wrong_payload;
  if (!flow.measured()) return FlowState::missing;
  if (link && flow.value > link->ceiling.rate.bps * judge_limit::ceiling_excess)
    return FlowState::too_fast;
  const bool binds = link && link->binds;
  const bool enough = flow.windows >= fewest_for_interval;
  const auto slow = [&](const Range& range, bool link_counts) {
    const double end = good_end(range, metric);
    return (peers.state == PeerLimit::State::compared && worse(end, peers.floor, metric)) ||
           (binds && link_counts && worse(end, link->floor, metric));
  };
  if (slow(flow.range, enough)) {
    const bool fine_alone = flow.alone != nullptr && !slow(range_of(*flow.alone), true);
    return fine_alone ? FlowState::slow_beside_others : FlowState::slow;
  }
  if (binds && !enough) return FlowState::few_windows;
  if (binds && flow.range.low < link->floor) return FlowState::unclear;
  return FlowState::fine;
}

}  // namespace weft

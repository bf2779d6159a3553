// What a judgement says, in sentences that a person can check against the numbers beside them.

#include "judge/class_result.h"

#include <fmt/format.h>

#include "base/text.h"

namespace weft {
namespace {

std::string flows_text(std::int64_t n) { return count_of(static_cast<std::size_t>(n), "flow"); }

std::string side(Metric metric) { return metric == Metric::bandwidth ? "below" : "above"; }

// The limit that this flow does not keep, with its kind.
std::string broken_limit(const ClassResult& result, const FlowResult& flow) {
  const bool bandwidth = result.metric == Metric::bandwidth;
  const double end = bandwidth ? flow.range.high : flow.range.low;
  const bool peers = result.peers.state == PeerLimit::State::compared &&
                     (bandwidth ? end < result.peers.floor : end > result.peers.floor);
  const double limit = peers || !result.link ? result.peers.floor : result.link->floor;
  return fmt::format("{} {} ({})", side(result.metric), value_text(limit, result.metric),
                     peers ? "peers" : "link");
}

std::string alone_text(const FlowResult& flow) {
  if (flow.tries_alone == 0) return ", not measured again alone";
  return flow.alone != nullptr ? ", alone too" : ", and did not work alone";
}

std::string loss_text(const ClassResult& result, const FlowResult& flow) {
  return fmt::format("packets lost: {} of {} (limit {})", text(Ratio{flow.packets.lost_ratio()}),
                     flow.packets.sent, text(Ratio{result.loss}));
}

std::string why_of(const ClassResult& result, const FlowResult& flow, FlowState state) {
  switch (state) {
    case FlowState::fine:
      return "normal";
    case FlowState::unclear:
      return fmt::format("its interval {} to {} lies across what the link should give",
                         value_text(flow.range.low, result.metric),
                         value_text(flow.range.high, result.metric));
    case FlowState::slow_beside_others:
      return fmt::format("slow beside others ({}), normal alone", broken_limit(result, flow));
    case FlowState::lossy_beside_others:
      return loss_text(result, flow) + ", none worth a word alone";
    case FlowState::missing:
      return "should have been measured and was not";
    case FlowState::few_windows:
      return fmt::format("only {}: no interval to hold against the link",
                         count_of(flow.windows, "window"));
    case FlowState::too_fast:
      return "not comparable: faster than the link";
    case FlowState::untried:
      if (is_lossy(flow.packets, result.loss))
        return loss_text(result, flow) +
               (flow.tries_alone == 0 ? alone_text(flow) : ", too few packets alone to tell");
      return broken_limit(result, flow) + alone_text(flow);
    case FlowState::slow:
      return broken_limit(result, flow) + alone_text(flow);
    case FlowState::lossy:
      return loss_text(result, flow) + alone_text(flow);
    case FlowState::remarked:
      return fmt::format(
          "another DSCP: {} of {} packets came with another one than they were sent "
          "with",
          flow.packets.remarked, flow.packets.sent);
    case FlowState::wrong_payload:
      return fmt::format("wrong payload: {} of {} bytes checked", flow.wrong_bytes,
                         flow.checked_bytes);
    case FlowState::failed:
      return flow.measured() ? "did not work once, worked in another round" : "did not work";
  }
  return "";
}

std::string fine_text(const ClassResult& result) {
  const std::int64_t n = result.peers.summary.n;
  if (result.bound > 0)
    return fmt::format("{} at or above {} of what the link can carry", flows_text(result.bound),
                       text(Ratio{judge_limit::ceiling_share}));
  return fmt::format("{}, none {} {}", flows_text(n), side(result.metric),
                     value_text(result.peers.floor, result.metric));
}

// What is unknown about the class as a whole, "" when nothing is.
std::string class_gap(const ClassResult& result) {
  using State = PeerLimit::State;
  const std::int64_t n = result.peers.summary.n;
  if (n == 0 || result.peers.state == State::compared || result.bound == n) return "";
  if (result.peers.state == State::too_few)
    return fmt::format(
        "fewer than {} flows ({}) to compare with each other, and no link rate to "
        "compare with",
        judge_limit::fewest_peers, n);
  return fmt::format("flows differ too much to compare: spread (MAD) {} of the median{}",
                     text(Ratio{result.peers.summary.spread / result.peers.summary.median}),
                     result.shares_cores ? ", workers share cores" : "");
}

}  // namespace

Outlier outlier_of(const Layout& layout, const ClassResult& result, std::size_t index) {
  const FlowResult& flow = *result.flows[index];
  const FlowState state = result.states[index];
  Outlier out;
  out.subject = layout.endpoints[flow.flow.source].text() + " -> " +
                layout.endpoints[flow.flow.target].text();
  out.verdict = verdict_of(state);
  out.value = flow.value;
  if (flow.alone != nullptr) out.alone = flow.alone->median;
  out.why = why_of(result, flow, state);
  out.source = flow.flow.source;
  out.target = flow.flow.target;
  return out;
}

Baseline baseline_of(const ClassResult& result, const Step& step) {
  Baseline out;
  const PeerLimit& peers = result.peers;
  if (result.link && result.bound > 0) {
    const LinkLimit& link = *result.link;
    out.source = BaselineSource::derived;
    out.expected = link.ceiling.rate.bps;
    out.floor = link.floor;
    out.because = fmt::format("{}; floor {} of that, as NVIDIA's ngc_multinode_perf asks of a port",
                              ceiling_text(step.transport, link.link, link.mtu),
                              text(Ratio{judge_limit::ceiling_share}));
    if (peers.state == PeerLimit::State::compared)
      out.because += fmt::format("; peers: floor {}, {}", value_text(peers.floor, result.metric),
                                 peer_text(peers, result.metric));
  } else if (peers.state == PeerLimit::State::compared) {
    out.source = BaselineSource::peers;
    out.expected = peers.summary.median;
    out.floor = peers.floor;
    out.because = peer_text(peers, result.metric);
  } else {
    out.because = class_gap(result);
    if (peers.state == PeerLimit::State::too_unlike)
      out.because +=
          fmt::format(": one at {} would not stand out",
                      result.metric == Metric::bandwidth ? "half the speed" : "twice the time");
  }
  const bool reads = step.operation == Operation::read;
  if (result.metric == Metric::latency && step.transport == "verbs")
    out.because += (out.because.empty() ? "" : "; ") + latency_text(step.transport, reads);
  if (result.shares_cores && peers.state != PeerLimit::State::too_unlike)
    out.because += "; workers share cores, so this is about the host as much as the network";
  return out;
}

Opinion opinion_of(const ClassResult& result, const std::string& reason, bool cut_short) {
  Opinion out{Verdict::pass, ""};
  const auto say = [&](Verdict verdict, std::string what) {
    out.verdict = worst(out.verdict, verdict);
    out.why += (out.why.empty() ? "" : "; ") + std::move(what);
  };
  const auto of_all = [&](FlowState state, std::string_view what) {
    const std::int64_t n = result.count(state);
    if (n > 0)
      say(verdict_of(state),
          fmt::format("{} of {} {}", n, flows_text(static_cast<std::int64_t>(result.flows.size())),
                      what));
  };
  of_all(FlowState::failed, "did not work");
  of_all(FlowState::wrong_payload, "delivered wrong payload");
  of_all(FlowState::remarked, "came with another DSCP than they were sent with");
  of_all(FlowState::slow, "slow");
  of_all(FlowState::lossy, "lossy");
  of_all(FlowState::untried, "slow or lossy, too many to measure each again alone");
  of_all(FlowState::missing, "not measured");
  of_all(FlowState::too_fast, "not comparable: faster than the link");
  of_all(FlowState::few_windows, "with too few windows for an interval");
  if (cut_short)
    say(Verdict::unknown, "the step ended early" + (reason.empty() ? "" : ": " + reason));
  if (const std::string gap = class_gap(result); !gap.empty()) say(Verdict::unknown, gap);
  of_all(FlowState::slow_beside_others, "slow beside others, normal alone");
  of_all(FlowState::lossy_beside_others, "lossy beside others, not alone");
  of_all(FlowState::unclear, "with an interval across what the link should give");
  if (out.why.empty()) out.why = fine_text(result);
  const std::size_t shown = judge_limit::most_outliers;
  if (static_cast<std::size_t>(static_cast<std::int64_t>(result.flows.size()) -
                               result.count(FlowState::fine)) > shown)
    out.why += fmt::format("; the worst {} are listed", shown);
  return out;
}

}  // namespace weft

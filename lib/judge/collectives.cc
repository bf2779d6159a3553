// See collectives.h.

#include "judge/collectives.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "judge/assess.h"
#include "judge/stats.h"

namespace weft {
namespace {

// Fewer calls give no interval of 95 % (base/stats.h).
constexpr std::size_t fewest_calls = 6;

// Where all members do the same work, so that their times can be compared.
bool is_even(Collective what) {
  return what != Collective::broadcast && what != Collective::reduce &&
         what != Collective::gather && what != Collective::scatter;
}

// The sample over all calls of each member that was measured.
std::map<std::uint32_t, const Sample*> members_of(const std::vector<SampleAt>& samples) {
  std::map<std::uint32_t, const Sample*> out;
  for (const auto& [flow, sample] : samples)
    if ((sample->flags & sample_flag::iteration) == 0) out[flow.source] = sample;
  return out;
}

std::int64_t members_expected(const StepEvidence& evidence) {
  return static_cast<std::int64_t>(evidence.record.members.size());
}

PeerLimit limit_of(const std::map<std::uint32_t, const Sample*>& members) {
  std::vector<double> times;
  for (const auto& [endpoint, sample] : members)
    times.push_back(static_cast<double>(sample->p50_ns));
  return peer_limit(std::move(times), Metric::latency);
}

void list_member(const Layout& layout, const Sample& sample, const PeerLimit& peers, bool compared,
                 Judgement& out) {
  const auto time = static_cast<double>(sample.p50_ns);
  Outlier outlier;
  if (sample.wrong_bytes > 0) {
    outlier.verdict = Verdict::fail;
    outlier.why = fmt::format("wrong payload: elements of {} of {} bytes", sample.wrong_bytes,
                              sample.checked_bytes);
  } else if (compared && time > peers.floor) {
    outlier.verdict = Verdict::warn;
    outlier.why =
        fmt::format("straggler: {} a call, the limit of its peers is {}",
                    value_text(time, Metric::latency), value_text(peers.floor, Metric::latency));
  } else {
    return;
  }
  outlier.subject = layout.endpoints[sample.source].text();
  outlier.value = sample.median;
  outlier.source = outlier.target = sample.source;
  out.outliers.push_back(std::move(outlier));
}

// Why the members cannot be held against each other, "" where they can.
std::string why_not_compared(Collective what, const PeerLimit& peers) {
  if (!is_even(what)) return "members of this collective have different work";
  if (peers.state == PeerLimit::State::too_few)
    return fmt::format("fewer than {} members to compare with each other",
                       judge_limit::fewest_peers);
  if (peers.state == PeerLimit::State::too_unlike) return "members differ too much to compare";
  return "";
}

void decide(const StepEvidence& evidence, std::size_t calls, const std::string& gap,
            Judgement& out) {
  const auto wrong = std::ranges::count(out.outliers, Verdict::fail, &Outlier::verdict);
  const auto slow = std::ranges::count(out.outliers, Verdict::warn, &Outlier::verdict);
  const std::int64_t missing = members_expected(evidence) - out.flows_measured;
  if (wrong > 0) {
    out.verdict = Verdict::fail;
    out.why = fmt::format("{} of {} got wrong elements", wrong,
                          count_of(static_cast<std::size_t>(out.flows_measured), "member"));
  } else if (missing > 0) {
    out.why = fmt::format("{} of {} not measured{}", missing,
                          count_of(static_cast<std::size_t>(members_expected(evidence)), "member"),
                          evidence.record.reason.empty() ? "" : ": " + evidence.record.reason);
  } else if (calls < fewest_calls) {
    out.why = fmt::format("only {}: no interval", count_of(calls, "call"));
  } else if (slow > 0) {
    out.verdict = Verdict::warn;
    out.why = fmt::format("{} of {} slower than the others", slow,
                          count_of(static_cast<std::size_t>(out.flows_measured), "member"));
  } else {
    // Members wait for each other, so that a slow part makes all of them slow alike: that none is
    // slower than the others is no pass.
    out.why =
        fmt::format("{}; {}; no value is expected of it yet",
                    out.checked_bytes > 0 ? "every result was right" : "no result was checked",
                    gap.empty() ? "no member is slower than the others" : gap);
  }
}

}  // namespace

CollectiveCalls calls_of(const std::vector<SampleAt>& samples) {
  CollectiveCalls out;
  std::map<std::uint32_t, std::int64_t> longest;
  for (const auto& [flow, sample] : samples) {
    if ((sample->flags & sample_flag::iteration) == 0) continue;
    std::int64_t& ns = longest[sample->round];
    ns = std::max(ns, sample->elapsed_ns);
    out.bytes = sample->bytes;
  }
  for (const auto& [number, ns] : longest)
    if (ns > 0) out.longest_ns.push_back(static_cast<double>(ns));
  return out;
}

Judgement judge_collective(const Layout& layout, const StepEvidence& evidence, Collective what,
                           Bytes size, const std::vector<SampleAt>& samples) {
  Judgement out;
  out.step = evidence.record.step.id;
  out.size = size;
  out.unit = "bps";
  out.flow_class = "all members";
  const auto members = members_of(samples);
  const CollectiveCalls calls = calls_of(samples);
  const double bits = 8.0 * static_cast<double>(calls.bytes) *
                      bus_factor(what, static_cast<std::uint32_t>(members.size()));
  std::vector<double> rates;
  for (const double ns : calls.longest_ns) rates.push_back(bits / ns * 1e9);
  out.summary = summary_of(rates);
  out.flows_expected = members_expected(evidence);
  out.flows_measured = static_cast<std::int64_t>(members.size());
  if (!rates.empty()) out.worst_window = *std::ranges::min_element(rates);
  const PeerLimit peers = limit_of(members);
  const std::string gap = why_not_compared(what, peers);
  for (const auto& [endpoint, sample] : members) {
    out.checked_bytes += sample->checked_bytes;
    out.wrong_bytes += sample->wrong_bytes;
    if (!out.worst || sample->median < *out.worst) out.worst = sample->median;
    list_member(layout, *sample, peers, gap.empty(), out);
  }
  out.baseline.because = gap;
  if (gap.empty())
    out.baseline.because = "times of the members a call: " + peer_text(peers, Metric::latency);
  decide(evidence, rates.size(), gap, out);
  return out;
}

}  // namespace weft

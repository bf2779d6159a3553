// The words of all reports; see words.h.

#include "reports/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace weft {
namespace {

struct Step10 {
  double from, factor;
  const char* unit;
};

NumberScale pick(double reference, std::span<const Step10> steps) {
  const double size = std::abs(reference);
  const Step10* step = &steps.back();
  for (const Step10& s : steps)
    if (size >= s.from) {
      step = &s;
      break;
    }
  const double shown = size / step->factor;
  return {step->factor, step->unit, step->factor <= 1 ? 0 : shown >= 100 ? 1 : 2};
}

}  // namespace

std::string visible(std::string_view text) {
  return printable(text, std::numeric_limits<std::size_t>::max());
}

std::int64_t Tally::total() const {
  std::int64_t sum = 0;
  for (const std::int64_t n : count) sum += n;
  return sum;
}

Tally tally_of(const Run& run) {
  Tally tally;
  for (const Judgement& judgement : run.judgements) tally.add(judgement.verdict);
  for (const Finding& finding : run.findings) tally.add(finding.verdict);
  return tally;
}

std::vector<const Finding*> worst_findings_first(const Run& run) {
  std::vector<const Finding*> out;
  for (const Verdict verdict : worst_first)
    for (const Finding& finding : run.findings)
      if (finding.verdict == verdict) out.push_back(&finding);
  return out;
}

std::string NumberScale::number(double value) const {
  return fmt::format("{:.{}f}", value / factor, decimals);
}

std::string NumberScale::with_unit(double value) const {
  return unit.empty() ? number(value) : number(value) + " " + unit;
}

NumberScale scale_of(std::string_view unit, double reference) {
  static constexpr Step10 rates[] = {{1e12, 1e12, "Tb/s"},
                                     {1e9, 1e9, "Gb/s"},
                                     {1e6, 1e6, "Mb/s"},
                                     {1e3, 1e3, "kb/s"},
                                     {0, 1, "b/s"}};
  static constexpr Step10 times[] = {
      {1e9, 1e9, "s"}, {1e6, 1e6, "ms"}, {1e3, 1e3, "us"}, {0, 1, "ns"}};
  if (unit == "bps") return pick(reference, rates);
  if (unit == "ns") return pick(reference, times);
  return {1, visible(unit), 2};
}

NumberScale scale_of(const Judgement& judgement) {
  return scale_of(judgement.unit,
                  measured(judgement) ? judgement.summary.median : judgement.baseline.expected);
}

bool lower_is_better(std::string_view unit) { return unit == "ns"; }

std::optional<Ratio> not_measuring(const Overhead& overhead) {
  if (overhead.wall.count() <= 0) return std::nullopt;
  const double share =
      static_cast<double>(overhead.measuring.count()) / static_cast<double>(overhead.wall.count());
  return Ratio{std::clamp(1 - share, 0.0, 1.0)};
}

Overhead overhead_of(const Run& run) {
  Overhead sum;
  for (const StepRecord& record : run.steps) {
    sum.rounds += record.overhead.rounds;
    sum.wall += record.overhead.wall;
    sum.measuring += record.overhead.measuring;
  }
  return sum;
}

std::optional<Nanos> time_between(const std::optional<Instant>& from,
                                  const std::optional<Instant>& to) {
  if (!from || !to || to->unix_ns < from->unix_ns) return std::nullopt;
  return Nanos(to->unix_ns - from->unix_ns);
}

std::string sentence(const Tally& tally) {
  std::vector<std::string> parts;
  for (const Verdict verdict : worst_first)
    if (tally.of(verdict) > 0)
      parts.push_back(fmt::format("{} {}", thousands(tally.of(verdict)), word(verdict)));
  return parts.empty() ? "nothing was judged" : join(parts, ", ");
}

std::string thousands(std::int64_t n) {
  std::string digits = fmt::format("{}", n);
  for (std::size_t at = digits.size(), end = n < 0 ? 4 : 3; at > end;)
    digits.insert(at -= 3, 1, ',');
  return digits;
}

std::string size_of(const Judgement& judgement) {
  return judgement.size.count == 0 && !measured(judgement) ? "" : text(judgement.size);
}

std::string size_and_class(const Judgement& judgement) {
  const std::string size = size_of(judgement), flow_class = visible(judgement.flow_class);
  if (size.empty() && flow_class.empty()) return "the whole step";
  return size + (size.empty() || flow_class.empty() ? "" : ", ") + flow_class;
}

std::vector<std::string> failing_endpoints(const Run& run, const Judgement& judgement,
                                           std::size_t most) {
  std::vector<EndpointTally> worst = judgement.tallies;
  std::ranges::stable_sort(worst, std::greater(), &EndpointTally::bad);
  std::vector<std::string> out;
  for (const EndpointTally& tally : worst) {
    if (out.size() == most) {
      out.push_back(fmt::format("and {} more", worst.size() - most));
      break;
    }
    const bool known = tally.endpoint < run.layout.endpoints.size();
    out.push_back(fmt::format("{}: {} of {} flows",
                              known ? visible(run.layout.endpoints[tally.endpoint].text())
                                    : fmt::format("endpoint {}", tally.endpoint),
                              thousands(tally.bad), thousands(tally.flows)));
  }
  return out;
}

std::string flows_sentence(const Judgement& judgement) {
  return fmt::format("{} of {} {} measured", thousands(judgement.flows_measured),
                     thousands(judgement.flows_expected),
                     judgement.flows_expected == 1 ? "flow" : "flows");
}

std::string payload_sentence(const Judgement& judgement) {
  if (judgement.checked_bytes <= 0) return "not verified";
  const std::string checked = text(Bytes{judgement.checked_bytes});
  if (judgement.wrong_bytes == 0) return checked + " verified, none wrong";
  return fmt::format("{} of {} verified are WRONG", text(Bytes{judgement.wrong_bytes}), checked);
}

std::string packets_sentence(const Judgement& judgement) {
  if (!judgement.packets) return "";
  const PacketTally& p = *judgement.packets;
  const auto share = [&](std::int64_t n, std::string_view what) {
    if (n == 0) return fmt::format("none {}", what);
    const double percent = 100 * static_cast<double>(n) / static_cast<double>(p.sent);
    return fmt::format("{:.3g} % {}", percent, what);
  };
  std::string out = fmt::format("{} packets: {}, {}, {}", thousands(p.sent), share(p.lost, "lost"),
                                share(p.reordered, "overtaken"), share(p.marked, "marked (CE)"));
  if (p.overflowed > 0) out += ", " + share(p.overflowed, "dropped by the receiving hosts");
  if (p.remarked > 0) out += ", " + share(p.remarked, "with another DSCP than sent");
  if (p.p99_ns > 0)
    out += fmt::format(", round trips of the worst flow p50 {}, p99 {}", text(Nanos(p.p50_ns)),
                       text(Nanos(p.p99_ns)));
  return out;
}

std::vector<std::string> warnings_of(const Run& run) {
  std::vector<std::string> out;
  if (!run.complete)
    out.push_back("This run did not come to its end: what it did not reach is not in this report.");
  if (run.judgements.empty() && run.findings.empty())
    out.push_back("Nothing was judged: this report proves nothing about the network.");
  return out;
}

}  // namespace weft

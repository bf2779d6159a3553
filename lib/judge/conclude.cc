// From judgements, steps and gaps to what the run says: findings, suspects, verdict, one sentence.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "judge/assess.h"
#include "judge/finding_kinds.h"
#include "judge/suspects.h"

namespace weft {
namespace {

constexpr std::size_t most_flow_findings = 50;

// not_idle is said by who asked the hosts.
bool is_ours(const Finding& finding) {
  return finding.check != "not_idle" &&
         std::ranges::any_of(finding_kinds,
                             [&](const FindingKind& kind) { return kind.id == finding.check; });
}

std::string about(const Judgement& j) {
  return fmt::format("{}, {}, {}", j.step, text(j.size), j.flow_class);
}

std::string_view check_of(const Outlier& outlier) {
  if (outlier.why.starts_with("wrong payload")) return "wrong_payload";
  if (outlier.why.starts_with("did not work")) return "failed_flow";
  if (outlier.why.starts_with("packets lost")) return "lossy_flow";
  if (outlier.why.starts_with("another DSCP")) return "remarked_flow";
  return "slow_flow";
}

std::string_view next_step_of(std::string_view check) {
  if (check == "wrong_payload")
    return "stop using this pair: data is damaged on the way; look at memory and NIC of both ends";
  if (check == "failed_flow") return "look at the log of both workers";
  if (check == "lossy_flow")
    return "look at error and drop counters of the ports on the way between the two";
  if (check == "remarked_flow")
    return "look at the DSCP maps and the trust mode of the switches between the two";
  return "see the suspects; run the pair alone with a longer round_time";
}

std::string observed_of(const Judgement& j, const Outlier& o) {
  if (check_of(o) != "slow_flow") return o.why;
  const std::string alone = o.alone ? ", alone " + value_text(*o.alone, j.metric) : "";
  return value_text(o.value, j.metric) + alone;
}

std::string expected_of(const Judgement& j, const Outlier& o) {
  const std::string_view check = check_of(o);
  if (check == "wrong_payload") return "the payload that was sent";
  if (check == "failed_flow") return "a flow that works";
  if (check == "lossy_flow") return "as few lost packets as its peers have";
  if (check == "remarked_flow") return "the DSCP that the packets were sent with";
  return fmt::format("at {} {}", j.metric == Metric::bandwidth ? "least" : "most",
                     value_text(j.baseline.floor, j.metric));
}

// One finding a flow and kind, whatever the number of sizes and steps it was bad at.
void add_flow_findings(Run& run) {
  std::map<std::pair<std::string_view, std::string>, std::size_t> at;
  std::size_t left_out = 0;
  for (const Judgement& j : run.judgements) {
    for (const Outlier& o : j.outliers) {
      if (o.verdict != Verdict::fail) continue;
      const std::string_view check = check_of(o);
      const std::string line = fmt::format("{}: {}, {}", about(j), observed_of(j, o), o.why);
      if (const auto found = at.find({check, o.subject}); found != at.end()) {
        run.findings[found->second].evidence.push_back(line);
      } else if (at.size() < most_flow_findings) {
        at.emplace(std::pair{check, o.subject}, run.findings.size());
        run.findings.push_back({std::string(check),
                                Verdict::fail,
                                o.subject,
                                expected_of(j, o),
                                observed_of(j, o),
                                std::string(next_step_of(check)),
                                {line}});
      } else {
        ++left_out;
      }
    }
  }
  if (left_out > 0)
    run.findings.push_back(
        {"slow_flow",
         Verdict::fail,
         "more flows",
         "",
         fmt::format("{} more results failed; the judgements hold them", left_out),
         "see the suspects",
         {}});
}

Finding set_aside_finding(const StepRecord& record, const Event& event) {
  return {"set_aside",
          Verdict::fail,
          event.subject,
          "takes part to the end",
          event.what,
          fmt::format("look at {}: is it up, is it busy, what does its log say", event.subject),
          {fmt::format("{} at {}", record.step.id, text(event.at))}};
}

// A round that did not end, twice, and nobody who could be named for it.
Finding hang_finding(const StepRecord& record, const Event& event) {
  return {
      "hang",
      Verdict::fail,
      "step " + event.subject,
      fmt::format("rounds that end within {}", text(record.step.deadline)),
      event.what,
      "no host could be named: look at the load of all of them, or give the step a longer deadline",
      {"a round given up at " + text(event.at)}};
}

// Also clears run.set_aside and fills it again from the events. One finding a subject.
void add_event_findings(Run& run) {
  run.set_aside.clear();
  std::map<std::pair<std::string, std::string>, std::size_t> told;
  for (const StepRecord& record : run.steps)
    for (const Event& event : record.events) {
      const bool aside = event.kind == "set_aside";
      if (!aside && event.kind != "hang") continue;
      Finding finding = aside ? set_aside_finding(record, event) : hang_finding(record, event);
      const auto [at, is_new] = told.try_emplace({event.kind, event.subject}, run.findings.size());
      if (!is_new) {
        run.findings[at->second].evidence.push_back(finding.evidence.front());
        continue;
      }
      if (aside) run.set_aside.push_back(fmt::format("{}: {}", event.subject, event.what));
      run.findings.push_back(std::move(finding));
    }
}

std::vector<PairEvidence> pair_evidence(const Run& run) {
  std::vector<PairEvidence> out;
  for (const Judgement& j : run.judgements) {
    if (j.tallies.empty()) continue;
    PairEvidence one;
    one.about = about(j);
    one.tallies = j.tallies;
    for (const StepRecord& record : run.steps)
      if (record.step.id == j.step) one.members = record.members;
    for (const Outlier& o : j.outliers) {
      if (o.verdict != Verdict::fail || !o.source || !o.target) continue;
      one.bad.push_back({*o.source, *o.target});
      one.bad_text.push_back(observed_of(j, o));
    }
    out.push_back(std::move(one));
  }
  return out;
}

struct Tally {
  std::map<Verdict, std::size_t> judgements;
  std::size_t measured = 0;  // judgements with at least one flow
  std::size_t of(Verdict verdict) const {
    const auto at = judgements.find(verdict);
    return at == judgements.end() ? 0 : at->second;
  }
};

Tally tally_of(const Run& run) {
  Tally out;
  for (const Judgement& j : run.judgements) {
    ++out.judgements[j.verdict];
    out.measured += j.flows_measured > 0;
  }
  return out;
}

Verdict verdict_of(const Run& run, const Tally& tally) {
  Verdict out = Verdict::pass;
  // What is skipped cannot apply here: it makes nothing better or worse.
  const auto add = [&](Verdict verdict) {
    if (verdict != Verdict::skip) out = worst(out, verdict);
  };
  for (const Judgement& j : run.judgements) add(j.verdict);
  for (const Finding& finding : run.findings) add(finding.verdict);  // who was set aside: fail
  for (const StepRecord& record : run.steps)
    if (!record.gaps.empty()) add(Verdict::unknown);
  if (!run.gaps.empty() || !run.complete || tally.measured == 0) add(Verdict::unknown);
  return out;
}

std::size_t gaps_of(const Run& run) {
  std::size_t out = run.gaps.size();
  for (const StepRecord& record : run.steps) out += record.gaps.size();
  return out;
}

// "pairs_bandwidth, 8 MiB, between hosts: 4 of 12 flows slow", of the first with that verdict.
std::string first_of(const Run& run, Verdict verdict) {
  for (const Judgement& j : run.judgements)
    if (j.verdict == verdict)
      return fmt::format(" ({}: {})", j.flow_class.empty() ? j.step : about(j), j.why);
  return "";
}

std::string summary_of(const Run& run, const Tally& tally) {
  const std::size_t skipped = tally.of(Verdict::skip);
  const std::size_t judged = run.judgements.size() - skipped;
  std::vector<std::string> parts;
  for (const std::string& subject : run.set_aside)
    parts.push_back(subject.substr(0, subject.find(": ")) + " was set aside");
  for (const Finding& finding : run.findings)
    if (finding.check == "hang") parts.push_back(finding.subject + " had rounds that did not end");
  const auto results = [&](Verdict verdict, std::string_view word) {
    if (const std::size_t n = tally.of(verdict); n > 0)
      parts.push_back(fmt::format("{} of {} {}{}", n, count_of(judged, "result"), word,
                                  first_of(run, verdict)));
  };
  results(Verdict::fail, "failed");
  const auto failing = [](const Finding& f) { return f.verdict == Verdict::fail && !is_ours(f); };
  const auto checks = std::count_if(run.findings.begin(), run.findings.end(), failing);
  if (checks > 0) parts.push_back(count_of(static_cast<std::size_t>(checks), "check") + " failed");
  if (tally.measured == 0) parts.push_back("nothing was measured");
  results(Verdict::unknown, "unknown");
  if (const std::size_t gaps = gaps_of(run); gaps > 0)
    parts.push_back(fmt::format("{} could not be seen", count_of(gaps, "part")));
  if (!run.complete) parts.push_back("the run was not finished");
  results(Verdict::warn, "with a warning");
  if (parts.empty())
    parts.push_back(fmt::format("{} within {} limits", count_of(judged, "result"),
                                judged == 1 ? "its" : "their"));
  if (skipped > 0) parts.push_back(count_of(skipped, "step") + " skipped");
  std::string out = join(parts, "; ") + ".";
  if (!run.suspects.empty()) out += " Look first at " + run.suspects.front().subject + ".";
  if (out[0] >= 'a' && out[0] <= 'z' && run.set_aside.empty())
    out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

}  // namespace

void conclude(Run& run) {
  std::erase_if(run.findings, is_ours);
  add_event_findings(run);
  add_flow_findings(run);
  run.suspects = suspects_of(run.layout, pair_evidence(run));
  const Tally tally = tally_of(run);
  run.verdict = verdict_of(run, tally);
  run.summary = summary_of(run, tally);
}

}  // namespace weft

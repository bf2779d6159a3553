// The run for a terminal: what `weft run` prints at its end. First the fabric, then the verdict,
// the findings, the suspects, the table of measurements, and what was left out or not seen.
//
// Plain ASCII of our own, device text as it is (made visible); verdicts are words, colour only
// adds.

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "reports/counter_lines.h"
#include "reports/measurement_table.h"
#include "reports/report.h"
#include "reports/text_lines.h"
#include "reports/words.h"

namespace weft {
namespace {

constexpr std::size_t shown_of_each = 20;  // findings, gaps, ...; the rest is counted

void write_finding(TextLines& out, const Finding& finding) {
  out.line(fmt::format("  {}  {}  {}", out.verdict(finding.verdict, 7), visible(finding.subject),
                       out.faint(visible(finding.check))));
  out.labelled("expected", finding.expected);
  out.labelled("observed", finding.observed);
  out.labelled("next", finding.next_step);
}

void write_findings(TextLines& out, const Run& run) {
  const auto findings = worst_findings_first(run);
  std::size_t bad = 0;
  while (bad < findings.size() && findings[bad]->verdict != Verdict::pass) ++bad;
  if (findings.empty()) return;
  out.heading("Findings");
  for (std::size_t i = 0; i < std::min(bad, shown_of_each); ++i) write_finding(out, *findings[i]);
  out.and_more(bad, shown_of_each);
  if (findings.size() > bad)
    out.line(fmt::format("  {}  {} passed", out.verdict(Verdict::pass, 7),
                         count_of(findings.size() - bad, "check")));
}

void write_suspects(TextLines& out, const Run& run) {
  if (run.suspects.empty()) return;
  out.heading("Suspects");
  for (std::size_t i = 0; i < std::min(run.suspects.size(), shown_of_each); ++i) {
    const Suspect& suspect = run.suspects[i];
    out.line(fmt::format("  {:>7}  {}", fmt::format("{:.0f} %", suspect.score.value * 100),
                         visible(suspect.subject)));
    for (const std::string& evidence : suspect.evidence) out.labelled("because", evidence);
    out.labelled("next", suspect.next_step);
  }
  out.and_more(run.suspects.size(), shown_of_each);
}

void write_skipped(TextLines& out, const Run& run) {
  bool any = false;
  for (const StepRecord& record : run.steps) {
    if (record.state == StepState::done) continue;
    if (!any) out.heading("Steps skipped or not finished");
    any = true;
    const Verdict verdict = record.state == StepState::skipped ? Verdict::skip : Verdict::unknown;
    out.wrapped(fmt::format("  {}  ", out.verdict(verdict, 7)), 11,
                fmt::format("{}: {}{}", visible(record.step.id),
                            record.state == StepState::partly ? "only partly run; " : "",
                            record.reason.empty() ? "no reason given" : visible(record.reason)));
  }
}

void write_gaps(TextLines& out, const Run& run) {
  std::vector<const Gap*> gaps;
  for (const Gap& gap : run.gaps) gaps.push_back(&gap);
  for (const StepRecord& record : run.steps)
    for (const Gap& gap : record.gaps) gaps.push_back(&gap);
  if (gaps.empty()) return;
  out.heading("Not seen");
  for (std::size_t i = 0; i < std::min(gaps.size(), shown_of_each); ++i)
    out.wrapped("  ", 4,
                fmt::format("{}: {}: {}", visible(gaps[i]->subject), visible(gaps[i]->what),
                            visible(gaps[i]->why)));
  out.and_more(gaps.size(), shown_of_each);
}

void write_events(TextLines& out, const Run& run) {
  std::size_t events = 0;
  for (const StepRecord& record : run.steps)
    for (const Event& event : record.events) {
      if (events == 0) out.heading("Events");
      if (++events <= shown_of_each)
        out.wrapped("  ", 4,
                    fmt::format("{} {} {}: {}", text(event.at), visible(event.kind),
                                visible(event.subject), visible(event.what)));
    }
  out.and_more(events, shown_of_each);
}

void write_counters(TextLines& out, const Run& run) {
  std::size_t shown = 0;
  for (const StepRecord& record : run.steps)
    for (const CounterLine& line : counter_lines(record)) {
      if (shown == 0) out.heading("Counters");
      if (++shown > shown_of_each) continue;
      out.wrapped("  ", 4,
                  fmt::format("{} {} {}: {}", visible(record.step.id), visible(line.host),
                              visible(line.device), line.counted));
      if (!line.unknown.empty()) out.labelled("unknown", line.unknown);
    }
  out.and_more(shown, shown_of_each);
}

void write_set_aside(TextLines& out, const Run& run) {
  if (run.set_aside.empty()) return;
  out.heading("Set aside");
  for (std::size_t i = 0; i < std::min(run.set_aside.size(), shown_of_each); ++i)
    out.wrapped("  ", 4, visible(run.set_aside[i]));
  out.and_more(run.set_aside.size(), shown_of_each);
}

void write_foot(TextLines& out, const Run& run) {
  std::string line = fmt::format("{}, seed {}", visible(run.suite), run.seed);
  if (!run.plan_digest.empty()) line += ", plan " + visible(run.plan_digest);
  line += ", started " + text(run.started);
  if (const auto took = time_between(run.started, run.ended)) line += ", took " + text(*took);
  if (const auto share = not_measuring(overhead_of(run)))
    line += fmt::format(", {} of the steps' time was not measuring", text(*share));
  out.line();
  out.wrapped("", 0, line + ", weft " + visible(run.tool_version));
}

void write(const Run& run, const TextStyle& style, const TextSink& sink) {
  TextLines out(style, sink);
  out.wrapped("", 0,
              run.fabric.headline.empty() ? "The fabric said nothing about itself."
                                          : visible(run.fabric.headline));
  out.line();
  out.wrapped(
      out.verdict(run.verdict, 0) + "  ", word(run.verdict).size() + 2,
      fmt::format("{} ({})", run.summary.empty() ? "No summary was given." : visible(run.summary),
                  sentence(tally_of(run))));
  for (const std::string& warning : warnings_of(run)) out.wrapped("! ", 2, warning);
  write_findings(out, run);
  write_suspects(out, run);
  write_measurement_table(out, run);
  write_counters(out, run);
  write_skipped(out, run);
  write_set_aside(out, run);
  write_events(out, run);
  write_gaps(out, run);
  write_foot(out, run);
}

}  // namespace

namespace report_formats {
extern const ReportFormat text = {"The verdict table for a terminal", ".txt", write};
}
}  // namespace weft

// JUnit XML, as CI servers read it (the layout of Ant's junitreport, which Jenkins and GitLab
// take): one testsuite a step with a testcase a judgement, one for the findings, one for the run
// itself.
//
// fail is a failure, unknown an error, skip skipped with its reason; a warning passes with its
// words in system-out. The suite "run" carries the verdict of the whole run, so that a run in which
// nothing was measured is never green.

#include <fmt/format.h>

#include "base/text.h"
#include "reports/report.h"
#include "reports/words.h"

namespace weft {
namespace {

std::string xml(std::string_view text) { return escape_html(visible(text)); }

struct Case {
  std::string classname, name;
  Verdict verdict = Verdict::unknown;
  std::string message;  // one line
  std::string details;  // more lines
};

struct Suite {
  std::string name;
  std::optional<Instant> at;
  std::optional<Nanos> took;
  std::vector<Case> cases;
  std::string notes;  // lines for system-out

  std::size_t count(Verdict verdict) const {
    std::size_t n = 0;
    for (const Case& one : cases) n += one.verdict == verdict;
    return n;
  }
};

std::string numbers_of(const Judgement& j) {
  const NumberScale scale = scale_of(j);
  std::string out = "not measured\n";
  if (measured(j))
    out = fmt::format("median {}, 95 % interval {} .. {}, {}\n", scale.with_unit(j.summary.median),
                      scale.number(j.summary.low), scale.number(j.summary.high), flows_sentence(j));
  if (judged(j))
    out += fmt::format("expected {}, limit {} ({}: {})\n", scale.with_unit(j.baseline.expected),
                       scale.with_unit(j.baseline.floor), word(j.baseline.source),
                       visible(j.baseline.because));
  if (j.worst) out += fmt::format("worst flow {}\n", scale.with_unit(*j.worst));
  out += fmt::format("payload: {}\n", payload_sentence(j));
  if (const std::string packets = packets_sentence(j); !packets.empty()) out += packets + "\n";
  for (const Outlier& o : j.outliers)
    out += fmt::format("{} {} {}: {}\n", word(o.verdict), visible(o.subject),
                       scale.with_unit(o.value), visible(o.why));
  return out;
}

Case case_of(const Judgement& j) {
  std::string name = size_and_class(j);
  return {"weft." + j.step, std::move(name), j.verdict,
          j.why.empty() ? std::string(word(j.verdict)) : j.why, numbers_of(j)};
}

Case case_of(const Finding& f) {
  std::string details;
  for (const auto& [label, value] :
       {std::pair{"expected", &f.expected}, {"observed", &f.observed}, {"next step", &f.next_step}})
    if (!value->empty()) details += fmt::format("{}: {}\n", label, visible(*value));
  for (const std::string& line : f.evidence) details += visible(line) + "\n";
  return {"weft." + f.check, f.subject, f.verdict, fmt::format("{}: {}", f.subject, f.observed),
          std::move(details)};
}

std::string notes_of(const std::vector<Gap>& gaps) {
  std::string out;
  for (const Gap& gap : gaps)
    out += fmt::format("not seen: {}: {}: {}\n", visible(gap.subject), visible(gap.what),
                       visible(gap.why));
  return out;
}

Suite suite_of(const StepRecord& record, const Run& run) {
  Suite suite{record.step.id, record.started, time_between(record.started, record.ended), {}, ""};
  for (const Judgement& judgement : run.judgements)
    if (judgement.step == record.step.id) suite.cases.push_back(case_of(judgement));
  const std::string reason = record.reason.empty() ? "no reason was given" : record.reason;
  const std::string name = "weft." + record.step.id;
  if (record.state == StepState::skipped)
    suite.cases.push_back({name, "step", Verdict::skip, reason, ""});
  else if (record.state == StepState::partly)
    suite.cases.push_back({name, "step ran to its end", Verdict::unknown, reason, ""});
  else if (suite.cases.empty())
    suite.cases.push_back(
        {name, "step", Verdict::unknown, "it ran and nothing of it was judged", ""});
  for (const Event& event : record.events)
    suite.notes += fmt::format("{} {} {}: {}\n", text(event.at), visible(event.kind),
                               visible(event.subject), visible(event.what));
  suite.notes += notes_of(record.gaps);
  return suite;
}

// Judgements of steps that the run does not list must not get lost.
Suite strays_of(const Run& run) {
  Suite suite{"steps without a record", {}, {}, {}, ""};
  for (const Judgement& judgement : run.judgements) {
    bool listed = false;
    for (const StepRecord& record : run.steps) listed |= record.step.id == judgement.step;
    if (!listed) suite.cases.push_back(case_of(judgement));
  }
  return suite;
}

Suite run_suite(const Run& run) {
  Suite suite{"run", run.started, time_between(run.started, run.ended), {}, ""};
  std::string details = sentence(tally_of(run)) + "\n";
  for (const std::string& warning : warnings_of(run)) details += warning + "\n";
  for (const Suspect& suspect : run.suspects)
    details += fmt::format("suspect {} ({}): {}\n", visible(suspect.subject), text(suspect.score),
                           visible(suspect.next_step));
  suite.cases.push_back({"weft.run", "verdict", run.verdict, run.summary, std::move(details)});
  if (!run.complete)
    suite.cases.push_back(
        {"weft.run", "complete", Verdict::unknown, "the run did not come to its end", ""});
  suite.notes = run.fabric.headline.empty() ? "" : visible(run.fabric.headline) + "\n";
  for (const std::string& aside : run.set_aside)
    suite.notes += "set aside: " + visible(aside) + "\n";
  suite.notes += notes_of(run.gaps);
  return suite;
}

std::string seconds(Nanos time) {
  return fmt::format("{:.3f}", static_cast<double>(time.count()) / 1e9);
}

void write_case(const Case& one, const TextSink& sink) {
  sink(
      fmt::format("    <testcase classname=\"{}\" name=\"{}\"", xml(one.classname), xml(one.name)));
  const std::string message = xml(one.message);
  const std::string details = escape_html(one.details);
  switch (one.verdict) {
    case Verdict::pass:
      sink("/>\n");
      return;
    case Verdict::warn:
      sink(fmt::format(">\n      <system-out>warning: {}\n{}</system-out>\n", message, details));
      break;
    case Verdict::skip:
      sink(fmt::format(">\n      <skipped message=\"{}\"/>\n", message));
      break;
    case Verdict::fail:
      sink(fmt::format(">\n      <failure type=\"fail\" message=\"{}\">{}</failure>\n", message,
                       details));
      break;
    case Verdict::unknown:
      sink(fmt::format(">\n      <error type=\"unknown\" message=\"{}\">{}</error>\n", message,
                       details));
      break;
  }
  sink("    </testcase>\n");
}

std::string counts(std::size_t tests, std::size_t failures, std::size_t errors,
                   std::size_t skipped) {
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"", tests, failures,
                     errors, skipped);
}

void write_suite(const Suite& suite, const TextSink& sink) {
  sink(fmt::format("  <testsuite name=\"{}\"{}", xml(suite.name),
                   counts(suite.cases.size(), suite.count(Verdict::fail),
                          suite.count(Verdict::unknown), suite.count(Verdict::skip))));
  if (suite.at) sink(fmt::format(" timestamp=\"{}\"", text(*suite.at)));
  if (suite.took) sink(fmt::format(" time=\"{}\"", seconds(*suite.took)));
  sink(">\n");
  for (const Case& one : suite.cases) write_case(one, sink);
  if (!suite.notes.empty())
    sink(fmt::format("    <system-out>{}</system-out>\n", escape_html(suite.notes)));
  sink("  </testsuite>\n");
}

void write(const Run& run, const TextStyle&, const TextSink& sink) {
  std::vector<Suite> suites{run_suite(run)};
  Suite findings{"findings", {}, {}, {}, ""};
  for (const Finding* finding : worst_findings_first(run))
    findings.cases.push_back(case_of(*finding));
  if (!findings.cases.empty()) suites.push_back(std::move(findings));
  for (const StepRecord& record : run.steps) suites.push_back(suite_of(record, run));
  if (Suite strays = strays_of(run); !strays.cases.empty()) suites.push_back(std::move(strays));

  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  for (const Suite& suite : suites) {
    tests += suite.cases.size();
    failures += suite.count(Verdict::fail);
    errors += suite.count(Verdict::unknown);
    skipped += suite.count(Verdict::skip);
  }
  sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  sink(fmt::format("<testsuites name=\"weft {}\"{}>\n", xml(run.suite),
                   counts(tests, failures, errors, skipped)));
  for (const Suite& suite : suites) write_suite(suite, sink);
  sink("</testsuites>\n");
}

}  // namespace

namespace report_formats {
extern const ReportFormat junit = {"JUnit XML for a CI server", ".xml", write};
}
}  // namespace weft

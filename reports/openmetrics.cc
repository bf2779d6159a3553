// OpenMetrics text (OpenMetrics 1.0), for a Prometheus that scrapes or a node_exporter textfile.
//
// Base units only, named at the end of the metric: bytes per second, seconds, ratio. What was not
// measured has no sample: a zero would be a value. Samples carry no timestamps; when the run ended
// is a metric of its own. Label values are escaped as its ABNF asks: backslash, quote, line end.

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "reports/report.h"
#include "reports/words.h"

namespace weft {
namespace {

std::string label(std::string_view text) {
  std::string out;
  for (const char c : visible(text)) {
    if (c == '\\' || c == '"') out += '\\';
    out += c;
  }
  return out;
}

struct Family {
  std::string_view name, type, unit, help;
};

class Metrics {
 public:
  explicit Metrics(const TextSink& sink) : sink_(sink) {}

  void family(const Family& family) {
    family_ = family;
    begun_ = false;
  }
  // The head of a family is written with its first sample; a family without samples is left out.
  void sample(std::string_view suffix, std::string_view labels, double value) {
    if (!begun_) {
      sink_(fmt::format("# TYPE {} {}\n", family_.name, family_.type));
      if (!family_.unit.empty()) sink_(fmt::format("# UNIT {} {}\n", family_.name, family_.unit));
      sink_(fmt::format("# HELP {} {}\n", family_.name, family_.help));
      begun_ = true;
    }
    sink_(family_.name);
    sink_(suffix);
    if (!labels.empty()) sink_(fmt::format("{{{}}}", labels));
    sink_(fmt::format(" {}\n", value));
  }
  void states(const std::string& labels, Verdict verdict) {
    for (const auto& [state, name] : words_of(Verdict{}))
      sample("",
             fmt::format("{}{}{}=\"{}\"", labels, labels.empty() ? "" : ",", family_.name, name),
             state == verdict ? 1 : 0);
  }

 private:
  const TextSink& sink_;
  Family family_{};
  bool begun_ = false;
};

using Labels = std::vector<std::string>;

// One label set a judgement. Two alike would be an invalid document: the second is numbered.
Labels labels_of(const std::vector<Judgement>& judgements) {
  Labels out;
  std::map<std::string, int> seen;
  for (const Judgement& j : judgements) {
    std::string labels =
        fmt::format("step=\"{}\",size_bytes=\"{}\",class=\"{}\",metric=\"{}\"", label(j.step),
                    j.size.count, label(j.flow_class), word(j.metric));
    if (const int before = seen[labels]++; before > 0)
      labels += fmt::format(",again=\"{}\"", before);
    out.push_back(std::move(labels));
  }
  return out;
}

double base_value(const Judgement& j, double value) {
  return j.unit == "bps" ? value / 8 : j.unit == "ns" ? value / 1e9 : value;
}

// The same numbers of all judgements with one unit.
void write_numbers(Metrics& out, const Run& run, const Labels& labels, std::string_view unit,
                   std::string_view prefix, std::string_view base_unit) {
  const auto family = [&](std::string_view what, std::string_view help, auto&& value_of) {
    const std::string name = fmt::format("{}_{}_{}", prefix, what, base_unit);
    out.family({name, "gauge", base_unit, help});
    for (std::size_t i = 0; i < run.judgements.size(); ++i) {
      const Judgement& j = run.judgements[i];
      if (j.unit != unit) continue;
      if (const std::optional<double> value = value_of(j))
        out.sample("", labels[i], base_value(j, *value));
    }
  };
  using Value = std::optional<double>;
  const auto of_summary = [](double Summary::*member) {
    return
        [member](const Judgement& j) { return measured(j) ? Value(j.summary.*member) : Value(); };
  };
  family("median", "Median over the flows.", of_summary(&Summary::median));
  family("low", "Low end of the 95 % interval of the median.", of_summary(&Summary::low));
  family("high", "High end of the 95 % interval of the median.", of_summary(&Summary::high));
  family("expected", "What the baseline expects.",
         [](const Judgement& j) { return judged(j) ? Value(j.baseline.expected) : Value(); });
  family("limit", "Floor for bandwidth, ceiling for latency.",
         [](const Judgement& j) { return judged(j) ? Value(j.baseline.floor) : Value(); });
  family("worst_flow", "Median of the worst flow.", [](const Judgement& j) { return j.worst; });
  family("worst_window", "Worst time window of any flow.",
         [](const Judgement& j) { return j.worst_window; });
  const auto tail = [](std::optional<std::int64_t> Judgement::*member) {
    return [member](const Judgement& j) {
      return j.*member ? Value(static_cast<double>(*(j.*member))) : Value();
    };
  };
  if (unit != "ns") return;
  family("p99", "99th percentile of the worst flow.", tail(&Judgement::p99_ns));
  family("p999", "99.9th percentile of the worst flow.", tail(&Judgement::p999_ns));
  family("max", "Longest of all.", tail(&Judgement::max_ns));
}

void write_counts(Metrics& out, const Run& run, const Labels& labels) {
  const auto family = [&](const Family& family, std::int64_t Judgement::*member) {
    out.family(family);
    for (std::size_t i = 0; i < run.judgements.size(); ++i)
      out.sample("", labels[i], static_cast<double>(run.judgements[i].*member));
  };
  family({"weft_flows_expected", "gauge", "", "Flows that the step asked for."},
         &Judgement::flows_expected);
  family({"weft_flows_measured", "gauge", "", "Flows that were measured."},
         &Judgement::flows_measured);
  family({"weft_payload_checked_bytes", "gauge", "bytes", "Payload that was verified."},
         &Judgement::checked_bytes);
  out.family({"weft_payload_wrong_bytes", "gauge", "bytes", "Verified payload that was wrong."});
  for (std::size_t i = 0; i < run.judgements.size(); ++i)
    if (run.judgements[i].checked_bytes > 0)  // where nothing was verified, none wrong says nothing
      out.sample("", labels[i], static_cast<double>(run.judgements[i].wrong_bytes));
}

void write_run_families(Metrics& out, const Run& run) {
  out.family({"weft_run", "info", "", "What was run."});
  out.sample("_info",
             fmt::format("suite=\"{}\",fabric=\"{}\",tool_version=\"{}\",plan_digest=\"{}\","
                         "seed=\"{}\"",
                         label(run.suite), label(run.fabric.kind), label(run.tool_version),
                         label(run.plan_digest), run.seed),
             1);
  out.family({"weft_run_verdict", "stateset", "", "Verdict of the whole run."});
  out.states("", run.verdict);
  out.family({"weft_run_complete", "gauge", "", "1 when the run came to its end."});
  out.sample("", "", run.complete ? 1 : 0);
  out.family({"weft_run_started_timestamp_seconds", "gauge", "seconds", "When it started."});
  out.sample("", "", static_cast<double>(run.started.unix_ns) / 1e9);
  if (run.ended) {
    out.family({"weft_run_ended_timestamp_seconds", "gauge", "seconds", "When it ended."});
    out.sample("", "", static_cast<double>(run.ended->unix_ns) / 1e9);
  }
  if (const auto share = not_measuring(overhead_of(run))) {
    out.family({"weft_run_overhead_ratio", "gauge", "ratio",
                "Share of the steps' wall time that was not measuring."});
    out.sample("", "", share->value);
  }
}

template <class Items>
void write_tally(Metrics& out, const Family& family, const Items& items) {
  Tally tally;
  for (const auto& item : items) tally.add(item.verdict);
  out.family(family);
  for (const auto& [verdict, name] : words_of(Verdict{}))
    out.sample("", fmt::format("verdict=\"{}\"", name), static_cast<double>(tally.of(verdict)));
}

void write_things(Metrics& out, const Run& run) {
  write_tally(out, {"weft_judgements", "gauge", "", "Judgements by verdict."}, run.judgements);
  write_tally(out, {"weft_findings", "gauge", "", "Findings by verdict."}, run.findings);
  std::size_t gaps = run.gaps.size();
  std::array<int, 3> states{};
  for (const StepRecord& record : run.steps) {
    gaps += record.gaps.size();
    ++states[static_cast<std::size_t>(record.state)];
  }
  out.family({"weft_steps", "gauge", "", "Steps by how far they came."});
  for (const auto& [state, name] : words_of(StepState{}))
    out.sample("", fmt::format("state=\"{}\"", name), states[static_cast<std::size_t>(state)]);
  out.family({"weft_gaps", "gauge", "", "Things that should have been seen and were not."});
  out.sample("", "", static_cast<double>(gaps));
  out.family({"weft_set_aside", "gauge", "", "Endpoints and hosts left out on the way."});
  out.sample("", "", static_cast<double>(run.set_aside.size()));
  out.family({"weft_suspect_score_ratio", "gauge", "ratio", "How probably a part is at fault."});
  std::map<std::string, double> scores;  // a subject named twice: its higher score
  for (const Suspect& suspect : run.suspects) {
    double& score = scores[label(suspect.subject)];
    score = std::max(score, suspect.score.value);
  }
  for (const auto& [subject, score] : scores)
    out.sample("", fmt::format("subject=\"{}\"", subject), score);
}

void write(const Run& run, const TextStyle&, const TextSink& sink) {
  Metrics out(sink);
  write_run_families(out, run);
  write_things(out, run);
  const Labels labels = labels_of(run.judgements);
  out.family({"weft_measurement_verdict", "stateset", "", "Verdict of one judgement."});
  for (std::size_t i = 0; i < run.judgements.size(); ++i)
    out.states(labels[i], run.judgements[i].verdict);
  write_numbers(out, run, labels, "bps", "weft_bandwidth", "bytes_per_second");
  write_numbers(out, run, labels, "ns", "weft_latency", "seconds");
  write_counts(out, run, labels);
  sink("# EOF\n");
}

}  // namespace

namespace report_formats {
extern const ReportFormat openmetrics = {"OpenMetrics for Prometheus", ".prom", write};
}
}  // namespace weft

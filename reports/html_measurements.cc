// Measurements: all of them in one table, then step by step with every number, the flows that were
// not fine, and the pairs as a picture.

#include <algorithm>

#include "base/text.h"
#include "reports/heatmap.h"
#include "reports/html_chart.h"
#include "reports/html_page.h"

namespace weft {
namespace {

constexpr std::size_t most_outliers = 20;

std::string interval_of(const Judgement& j, const NumberScale& scale) {
  return fmt::format("{} – {}", scale.number(j.summary.low), html_value(scale, j.summary.high));
}

std::string limit_of(const Judgement& j, const NumberScale& scale) {
  return fmt::format("{} {}", lower_is_better(j.unit) ? "≤" : "≥",
                     html_value(scale, j.baseline.floor));
}

std::string anchor_of(std::size_t index) { return fmt::format("m{}", index + 1); }

void write_row(HtmlPage& page, const Judgement& j, std::size_t index) {
  const NumberScale scale = scale_of(j);
  page.add(
      "<tr class=\"{}\"><th scope=\"row\"><a href=\"#{}\">{}</a></th><td class=\"n\">{}</td>"
      "<td>{}</td>",
      word(j.verdict), anchor_of(index), html_name(j.step), size_of(j), html_name(j.flow_class));
  if (measured(j))
    page.add("<td class=\"n\"><b>{}</b> <small>{}</small></td>",
             html_value(scale, j.summary.median), interval_of(j, scale));
  else
    page.raw("<td class=\"n absent\">not measured</td>");
  if (judged(j))
    page.add("<td class=\"n\"><span>{}</span> <small>{}</small></td>", limit_of(j, scale),
             word(j.baseline.source));
  else
    page.raw("<td class=\"n absent\">none</td>");
  page.add("<td class=\"n\">{}</td><td>{}</td></tr>\n",
           j.worst ? html_value(scale, *j.worst) : "<span class=\"absent\">not known</span>",
           html_verdict(j.verdict));
}

void write_glance(HtmlPage& page, const Run& run) {
  page.raw(
      "<div class=\"wide\"><table class=\"glance\">\n<thead><tr><th scope=\"col\">Step</th>"
      "<th scope=\"col\" class=\"n\">Size</th><th scope=\"col\">Class</th>"
      "<th scope=\"col\" class=\"n\">Median <small>95 % interval</small></th>"
      "<th scope=\"col\" class=\"n\">Limit <small>source</small></th>"
      "<th scope=\"col\" class=\"n\">Worst flow</th><th scope=\"col\">Verdict</th></tr></thead>\n"
      "<tbody>\n");
  for (std::size_t i = 0; i < run.judgements.size(); ++i) write_row(page, run.judgements[i], i);
  page.raw("</tbody>\n</table></div>\n");
}

void write_baseline(HtmlPage& page, const Judgement& j, const NumberScale& scale) {
  if (!judged(j)) {
    page.term("Expected", "<span class=\"absent\">nothing to judge it against</span>");
    return;
  }
  page.term("Expected", html_value(scale, j.baseline.expected));
  page.term(lower_is_better(j.unit) ? "Ceiling" : "Floor", html_value(scale, j.baseline.floor));
  page.term("Source",
            fmt::format("{}{}{}", word(j.baseline.source), j.baseline.because.empty() ? "" : ": ",
                        html_name(j.baseline.because)));
}

void write_numbers(HtmlPage& page, const Judgement& j) {
  const NumberScale scale = scale_of(j);
  const auto or_absent = [&](const auto& value) {
    return value ? html_value(scale, static_cast<double>(*value))
                 : std::string("<span class=\"absent\">not known</span>");
  };
  const bool latency = j.metric == Metric::latency;
  page.raw("<dl class=\"numbers\">\n");
  write_baseline(page, j, scale);
  page.term("Worst flow", or_absent(j.worst));
  page.term(latency ? "Highest window" : "Lowest window", or_absent(j.worst_window));
  if (latency) {
    page.term("p50", measured(j) ? html_value(scale, j.summary.median)
                                 : "<span class=\"absent\">not known</span>");
    page.term("p99", or_absent(j.p99_ns));
    page.term("p99.9", or_absent(j.p999_ns));
    page.term("max", or_absent(j.max_ns));
  }
  page.term("Spread", measured(j) ? html_value(scale, j.summary.spread) : "");
  page.term("Flows",
            fmt::format("<span class=\"{}\">{}</span>",
                        j.flows_measured < j.flows_expected ? "absent" : "", flows_sentence(j)));
  page.term("Payload", fmt::format("<span class=\"{}\">{}</span>",
                                   j.checked_bytes <= 0 ? "absent"
                                   : j.wrong_bytes > 0  ? "wrong"
                                                        : "",
                                   payload_sentence(j)));
  if (const std::string packets = packets_sentence(j); !packets.empty())
    page.term("Packets", packets);
  page.raw("</dl>\n");
}

void write_outliers(HtmlPage& page, const Judgement& j) {
  if (j.outliers.empty()) return;
  const NumberScale scale = scale_of(j);
  page.raw(
      "<div class=\"wide\"><table class=\"outliers\">\n<thead><tr><th scope=\"col\">Flow</th>"
      "<th scope=\"col\" class=\"n\">Measured</th><th scope=\"col\" class=\"n\">Again, alone</th>"
      "<th scope=\"col\">Why</th><th scope=\"col\">Verdict</th></tr></thead>\n<tbody>\n");
  for (std::size_t i = 0; i < std::min(j.outliers.size(), most_outliers); ++i) {
    const Outlier& o = j.outliers[i];
    page.add(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td>"
        "<td>{}</td></tr>\n",
        html_name(o.subject), html_value(scale, o.value),
        o.alone ? html_value(scale, *o.alone) : "<span class=\"absent\">no</span>",
        html_name(o.why), html_verdict(o.verdict));
  }
  page.raw("</tbody>\n</table></div>\n");
  page.and_more(j.outliers.size(), most_outliers);
}

void write_failing(HtmlPage& page, const Run& run, const Judgement& j) {
  if (j.tallies.empty()) return;
  page.raw("<p class=\"failing\">Endpoints with failing flows</p>\n<ul class=\"failing\">\n");
  for (const std::string& endpoint : failing_endpoints(run, j, 12))
    page.add("<li>{}</li>\n", html_name(endpoint));
  page.raw("</ul>\n");
}

void write_judgement(HtmlPage& page, const Run& run, std::size_t index) {
  const Judgement& j = run.judgements[index];
  const NumberScale scale = scale_of(j);
  page.add("<article class=\"measurement {}\" id=\"{}\">\n<h4>{} <span>{}</span></h4>\n",
           word(j.verdict), anchor_of(index), html_verdict(j.verdict),
           html_name(size_and_class(j)));
  if (measured(j))
    page.add("<p class=\"median\"><b>{}</b> <span>95 % interval {}</span></p>\n{}",
             html_value(scale, j.summary.median), interval_of(j, scale), html_strip(j));
  else
    page.raw("<p class=\"median absent\">not measured</p>\n");
  if (!j.why.empty()) page.add("<p class=\"why\">{}</p>\n", html_name(j.why));
  if (measured(j) || j.verdict != Verdict::skip) write_numbers(page, j);
  write_failing(page, run, j);
  write_outliers(page, j);
  page.raw("</article>\n");
}

const StepRecord* record_of(const Run& run, std::string_view step) {
  const auto found = std::ranges::find_if(run.steps, [&](auto& r) { return r.step.id == step; });
  return found == run.steps.end() ? nullptr : &*found;
}

void write_step_head(HtmlPage& page, const Run& run, std::string_view id) {
  page.add("<h3>{}</h3>\n", html_name(id));
  const StepRecord* record = record_of(run, id);
  if (record == nullptr) return;
  const Step& step = record->step;
  if (!step.about.empty()) page.add("<p class=\"about\">{}</p>\n", html_name(step.about));
  page.add("<p class=\"step\">pattern <b>{}</b>, {}, transport <b>{}</b>, {} memory, {}{}</p>\n",
           html_name(step.pattern), word(step.metric), html_name(step.transport), word(step.memory),
           count_of(record->members.size(), "member"),
           step.duplex ? ", both directions at once" : "");
  if (record->state == StepState::partly)
    page.add(
        "<p class=\"notice\"><svg aria-hidden=\"true\"><use href=\"#is-unknown\"/></svg>This step "
        "did not run to its end: {}</p>\n",
        html_name(record->reason));
}

// Ids of the steps in the order of the run, then of judgements and matrices that no step claims.
std::vector<std::string_view> steps_to_show(const Run& run) {
  std::vector<std::string_view> ids;
  const auto add = [&](const std::string& id) {
    if (std::ranges::find(ids, id) == ids.end()) ids.push_back(id);
  };
  const auto has_numbers = [&](const std::string& id) {
    return std::ranges::find(run.judgements, id, &Judgement::step) != run.judgements.end() ||
           std::ranges::find(run.matrices, id, &Matrix::step) != run.matrices.end();
  };
  for (const StepRecord& record : run.steps)
    if (has_numbers(record.step.id)) add(record.step.id);
  for (const Judgement& judgement : run.judgements) add(judgement.step);
  for (const Matrix& matrix : run.matrices) add(matrix.step);
  return ids;
}

}  // namespace

void write_html_measurements(HtmlPage& page, const Run& run) {
  page.begin_section("measurements", "Measurements");
  if (run.judgements.empty())
    page.raw("<p class=\"quiet\">Nothing was measured.</p>\n");
  else
    write_glance(page, run);
  const HeatmapBudget budget = heatmap_budget(run);
  for (const std::string_view id : steps_to_show(run)) {
    page.raw("<div class=\"of-step\">\n");
    write_step_head(page, run, id);
    for (std::size_t i = 0; i < run.judgements.size(); ++i)
      if (run.judgements[i].step == id) write_judgement(page, run, i);
    for (const Matrix& matrix : run.matrices)
      if (matrix.step == id) write_heatmap(page, run, matrix, budget);
    page.raw("</div>\n");
  }
  page.end_section();
}

}  // namespace weft

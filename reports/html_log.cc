// What happened on the way, and what this run cannot say: skipped steps, events, what was not seen,
// who was set aside, where the time went.

#include <algorithm>

#include "base/text.h"
#include "reports/counter_lines.h"
#include "reports/html_page.h"

namespace weft {
namespace {

constexpr std::size_t most = 200;

void write_skipped(HtmlPage& page, const Run& run) {
  std::vector<const StepRecord*> left_out;
  for (const StepRecord& record : run.steps)
    if (record.state != StepState::done) left_out.push_back(&record);
  if (left_out.empty()) return;
  page.begin_section("skipped", "Skipped or not finished");
  page.raw("<ul class=\"plain\">\n");
  for (const StepRecord* record : left_out)
    page.add("<li>{} <b>{}</b> {}{}</li>\n",
             html_verdict(record->state == StepState::skipped ? Verdict::skip : Verdict::unknown),
             html_name(record->step.id),
             record->state == StepState::partly ? "ran only in part: " : "",
             record->reason.empty() ? "no reason was given" : html_name(record->reason));
  page.raw("</ul>\n");
  page.end_section();
}

void write_gaps(HtmlPage& page, const Run& run) {
  struct Row {
    const Gap* gap;
    std::string_view step;
  };
  std::vector<Row> rows;
  for (const Gap& gap : run.gaps) rows.push_back({&gap, ""});
  for (const StepRecord& record : run.steps)
    for (const Gap& gap : record.gaps) rows.push_back({&gap, record.step.id});
  page.begin_section("gaps", "Not seen", rows.empty() ? "" : "unknown, neither zero nor fine");
  if (rows.empty()) {
    page.raw("<p class=\"quiet\">Everything that was asked for was seen.</p>\n");
  } else {
    page.raw(
        "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Where</th><th scope=\"col\">"
        "What</th><th scope=\"col\">Why</th><th scope=\"col\">Step</th></tr></thead>\n<tbody>\n");
    for (std::size_t i = 0; i < std::min(rows.size(), most); ++i)
      page.add("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
               html_name(rows[i].gap->subject), html_name(rows[i].gap->what),
               html_name(rows[i].gap->why), html_name(rows[i].step));
    page.raw("</tbody>\n</table></div>\n");
    page.and_more(rows.size(), most);
  }
  page.end_section();
}

void write_events(HtmlPage& page, const Run& run) {
  std::size_t events = 0;
  for (const StepRecord& record : run.steps) events += record.events.size();
  if (events == 0) return;
  page.begin_section("events", "Events");
  page.raw(
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">When</th><th scope=\"col\">Step"
      "</th><th scope=\"col\">What</th><th scope=\"col\">Who</th><th scope=\"col\"></th></tr>"
      "</thead>\n<tbody>\n");
  std::size_t shown = 0;
  for (const StepRecord& record : run.steps)
    for (const Event& event : record.events)
      if (shown++ < most)
        page.add(
            "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><th scope=\"row\">{}</th><td>{}</td>"
            "</tr>\n",
            text(event.at), html_name(record.step.id), html_name(event.kind),
            html_name(event.subject), html_name(event.what));
  page.raw("</tbody>\n</table></div>\n");
  page.and_more(events, most);
  page.end_section();
}

void write_counters(HtmlPage& page, const Run& run) {
  std::size_t shown = 0;
  for (const StepRecord& record : run.steps)
    for (const CounterLine& line : counter_lines(record)) {
      if (shown == 0) {
        page.begin_section("counters", "Counters", "how much they grew while a step ran");
        page.raw(
            "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Step</th><th "
            "scope=\"col\">Host</th><th scope=\"col\">Device</th><th scope=\"col\">Counted</th>"
            "<th scope=\"col\">Unknown</th></tr></thead>\n<tbody>\n");
      }
      if (shown++ < most)
        page.add("<tr><td>{}</td><th scope=\"row\">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>\n",
                 html_name(record.step.id), html_name(line.host), html_name(line.device),
                 html_name(line.counted), html_name(line.unknown));
    }
  if (shown == 0) return;
  page.raw("</tbody>\n</table></div>\n");
  page.and_more(shown, most);
  page.end_section();
}

void write_set_aside(HtmlPage& page, const Run& run) {
  if (run.set_aside.empty()) return;
  page.begin_section("set-aside", "Set aside", "left out on the way");
  page.raw("<ul class=\"plain\">\n");
  for (std::size_t i = 0; i < std::min(run.set_aside.size(), most); ++i)
    page.add("<li>{}</li>\n", html_name(run.set_aside[i]));
  page.raw("</ul>\n");
  page.and_more(run.set_aside.size(), most);
  page.end_section();
}

void write_overhead_row(HtmlPage& page, std::string_view name, const Overhead& overhead) {
  const auto share = not_measuring(overhead);
  page.add(
      "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td "
      "class=\"n\">{}"
      "</td><td class=\"n\">{}</td></tr>\n",
      name, thousands(overhead.rounds), html_time(overhead.wall), html_time(overhead.measuring),
      share ? text(*share) : "<span class=\"absent\">not known</span>");
}

void write_overhead(HtmlPage& page, const Run& run) {
  const Overhead sum = overhead_of(run);
  if (sum.wall.count() <= 0) return;
  page.begin_section("time", "Where the time went");
  page.raw(
      "<div class=\"wide\"><table>\n<thead><tr><th scope=\"col\">Step</th><th scope=\"col\" "
      "class=\"n\">"
      "Rounds</th><th scope=\"col\" class=\"n\">Wall time</th><th scope=\"col\" "
      "class=\"n\">Measuring"
      "</th><th scope=\"col\" class=\"n\">Not measuring</th></tr></thead>\n<tbody>\n");
  for (const StepRecord& record : run.steps)
    if (record.overhead.rounds > 0 || record.overhead.wall.count() > 0)
      write_overhead_row(page, html_name(record.step.id), record.overhead);
  page.raw("</tbody>\n<tfoot>\n");
  write_overhead_row(page, "All steps", sum);
  page.raw("</tfoot>\n</table></div>\n");
  page.end_section();
}

}  // namespace

void write_html_log(HtmlPage& page, const Run& run) {
  write_skipped(page, run);
  write_gaps(page, run);
  write_set_aside(page, run);
  write_events(page, run);
  write_counters(page, run);
  write_overhead(page, run);
}

}  // namespace weft

// Findings, worst first, with what was expected, what was seen and what to do; then the suspects.

#include <algorithm>

#include "base/text.h"
#include "reports/html_page.h"

namespace weft {
namespace {

constexpr std::size_t most_open = 25, most_findings = 300, most_lines = 40;

void write_lines(HtmlPage& page, const std::vector<std::string>& lines) {
  page.raw("<pre>");
  for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
    page.add("{}\n", html_text(lines[i]));
  page.raw("</pre>\n");
  page.and_more(lines.size(), most_lines);
}

std::string name_or_nothing(std::string_view text) {
  return text.empty() ? std::string() : html_name(text);
}

void write_finding(HtmlPage& page, const Finding& finding) {
  page.add("<article class=\"finding {}\">\n<h3>{} {} <code>{}</code></h3>\n<dl>\n",
           word(finding.verdict), html_verdict(finding.verdict), html_name(finding.subject),
           html_text(finding.check));
  page.term("Expected", name_or_nothing(finding.expected));
  page.term("Observed", name_or_nothing(finding.observed));
  page.raw("</dl>\n");
  if (!finding.next_step.empty())
    page.add("<p class=\"next\"><span>Next step</span> <b>{}</b></p>\n",
             html_name(finding.next_step));
  if (!finding.evidence.empty()) {
    page.add("<details><summary>Evidence, {}</summary>\n",
             count_of(finding.evidence.size(), "line"));
    write_lines(page, finding.evidence);
    page.raw("</details>\n");
  }
  page.raw("</article>\n");
}

void write_passed(HtmlPage& page, std::span<const Finding* const> passed) {
  if (passed.empty()) return;
  page.add("<details class=\"passed\"><summary>{} {}</summary>\n<ul>\n",
           html_verdict(Verdict::pass), count_of(passed.size(), "check"));
  for (const Finding* finding : passed.first(std::min(passed.size(), most_findings)))
    page.add("<li>{} <code>{}</code> {}</li>\n", html_name(finding->subject),
             html_text(finding->check), html_name(finding->observed));
  page.raw("</ul>\n");
  page.and_more(passed.size(), most_findings);
  page.raw("</details>\n");
}

void write_suspects(HtmlPage& page, const Run& run) {
  constexpr std::size_t most = 50;
  if (run.suspects.empty()) return;
  page.begin_section("suspects", "Suspects", "most probable first");
  page.raw("<ol class=\"suspects\">\n");
  for (std::size_t i = 0; i < std::min(run.suspects.size(), most); ++i) {
    const Suspect& suspect = run.suspects[i];
    const double share = std::clamp(suspect.score.value, 0.0, 1.0);
    page.add(
        "<li>\n<h3>{1}<span class=\"score\"><span class=\"bar\"><span "
        "style=\"width:{0:.0f}%\"></span></span>{0:.0f} %</span></h3>\n",
        share * 100, html_name(suspect.subject));
    page.raw("<ul>\n");
    for (const std::string& evidence : suspect.evidence)
      page.add("<li>{}</li>\n", html_name(evidence));
    page.raw("</ul>\n");
    if (!suspect.next_step.empty())
      page.add("<p class=\"next\"><span>Next step</span> <b>{}</b></p>\n",
               html_name(suspect.next_step));
    page.raw("</li>\n");
  }
  page.raw("</ol>\n");
  page.and_more(run.suspects.size(), most);
  page.end_section();
}

}  // namespace

void write_html_findings(HtmlPage& page, const Run& run) {
  const auto findings = worst_findings_first(run);
  const auto first_pass = std::ranges::find(findings, Verdict::pass, &Finding::verdict);
  const auto bad = static_cast<std::size_t>(first_pass - findings.begin());
  page.begin_section("findings", "Findings", findings.empty() ? "" : "worst first");
  if (findings.empty()) page.raw("<p class=\"quiet\">No check reported anything.</p>\n");
  for (std::size_t i = 0; i < std::min(bad, most_open); ++i) write_finding(page, *findings[i]);
  if (bad > most_open) {
    page.add("<details class=\"long\"><summary>{} more findings</summary>\n", bad - most_open);
    for (std::size_t i = most_open; i < std::min(bad, most_findings); ++i)
      write_finding(page, *findings[i]);
    page.and_more(bad, most_findings);
    page.raw("</details>\n");
  }
  write_passed(page, std::span(findings).subspan(bad));
  page.end_section();
  write_suspects(page, run);
}

}  // namespace weft

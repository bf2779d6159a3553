// The head of the page: what fabric it was, the verdict, the counts, when and with what.

#include "base/text.h"
#include "reports/html_page.h"

namespace weft {
namespace {

void write_counts(HtmlPage& page, const Run& run) {
  const Tally tally = tally_of(run);
  page.raw("<ul class=\"counts\">\n");
  for (const Verdict verdict : worst_first)
    page.add("<li class=\"{}{}\"><b>{}</b> {}</li>\n", word(verdict),
             tally.of(verdict) == 0 ? " none" : "", thousands(tally.of(verdict)),
             html_verdict(verdict));
  page.add("</ul>\n<p class=\"of\">of {} and {}</p>\n",
           count_of(run.judgements.size(), "measurement"),
           count_of(run.findings.size(), "finding"));
}

void write_facts(HtmlPage& page, const Run& run) {
  page.raw("<dl class=\"facts\">\n");
  page.term("Suite", html_name(run.suite));
  page.term("Started", text(run.started));
  const auto took = time_between(run.started, run.ended);
  page.term("Took", took ? html_time(*took) : "not known");
  page.term("Size",
            fmt::format("{}, {}", count_of(static_cast<std::size_t>(run.fabric.hosts), "host"),
                        count_of(static_cast<std::size_t>(run.fabric.endpoints), "endpoint")));
  page.term("Plan", run.plan_digest.empty() ? "none" : html_text(run.plan_digest));
  page.term("Made by", "weft " + html_text(run.tool_version));
  page.raw("</dl>\n");
}

}  // namespace

void write_html_summary(HtmlPage& page, const Run& run) {
  page.raw("<header>\n");
  page.add("<p class=\"headline\"><span class=\"kind\">{}</span> {}</p>\n",
           html_text(run.fabric.kind),
           run.fabric.headline.empty() ? "The fabric said nothing about itself."
                                       : html_name(run.fabric.headline));
  page.add("<h1>{}</h1>\n", html_name(run.suite_title.empty() ? run.suite : run.suite_title));
  page.add(
      "<div class=\"outcome {0}\">\n<svg aria-hidden=\"true\"><use href=\"#is-{0}\"/></svg>\n"
      "<div><p class=\"word\">{0}</p>\n<p class=\"summary\">{1}</p></div>\n</div>\n",
      word(run.verdict), run.summary.empty() ? "No summary was given." : html_name(run.summary));
  for (const std::string& warning : warnings_of(run))
    page.add(
        "<p class=\"notice\"><svg aria-hidden=\"true\"><use href=\"#is-unknown\"/></svg>{}</p>\n",
        html_text(warning));
  write_counts(page, run);
  write_facts(page, run);
  page.raw(
      "<nav><a href=\"#findings\">Findings</a> <a href=\"#measurements\">Measurements</a> "
      "<a href=\"#gaps\">Not seen</a> <a href=\"#run\">The run</a> "
      "<a href=\"#reading\">How to read this page</a> <a href=\"#signatures\">Signatures</a>"
      "</nav>\n</header>\n");
}

}  // namespace weft

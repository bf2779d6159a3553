// A table a kind, the sums above it, and each case that somebody should look at; see score_page.h.

#include "reports/score_page.h"

#include <algorithm>

#include "base/text.h"
#include "reports/html_page.h"
#include "reports/page_source.h"

namespace weft {
namespace {

constexpr std::string_view own_style = R"(
.score { width: 100%; border-collapse: collapse; font-size: .87rem; }
.score th, .score td { text-align: left; padding: .35rem .6rem .35rem 0; vertical-align: top;
  border-bottom: 1px solid var(--hair); }
.score th { color: var(--soft); font-weight: 400; font-size: .8rem; }
.score .n { text-align: right; white-space: nowrap; }
.score .zero { color: var(--soft); }
.score .bad { color: var(--fail); font-weight: 600; }
.score .id { white-space: nowrap; font-weight: 600; }
.cases li { margin: 0 0 .6rem; }
)";

// As the kind is typed: "wrong-mtu".
std::string typed(std::string kind) {
  std::ranges::replace(kind, '_', '-');
  return html_text(kind);
}

struct NumberCell {
  std::int64_t value;
  bool bad_when_not_zero;
};

void write_number(HtmlPage& page, NumberCell cell) {
  const bool bad = cell.bad_when_not_zero && cell.value > 0;
  page.add("<td class=\"n{}\">{}</td>",
           bad               ? " bad"
           : cell.value == 0 ? " zero"
                             : "",
           thousands(cell.value));
}

bool is_all_right(const ScoreCounts& c) {
  return c.named == c.cases && c.falsely_blamed == 0 && c.false_alarms == 0;
}

void write_head(HtmlPage& page, const Score& score) {
  const ScoreCounts& t = score.totals;
  const Verdict verdict = is_all_right(t) ? Verdict::pass : Verdict::warn;
  page.raw(
      "<header>\n<p class=\"headline\"><span class=\"kind\">twin</span> a simulated fabric with "
      "known faults</p>\n<h1>What Weft finds</h1>\n");
  page.add(
      "<div class=\"outcome {0}\">\n<svg aria-hidden=\"true\"><use href=\"#is-{0}\"/></svg>\n"
      "<div><p class=\"word\">{1} of {2} found</p>\n"
      "<p class=\"summary\">{3} rightly named, {4} found late, {5} missed; an innocent part was "
      "blamed in {6}; {7} of {8} healthy fabrics raised an alarm.</p></div>\n</div>\n",
      word(verdict), thousands(t.found), thousands(t.cases), thousands(t.named), thousands(t.late),
      thousands(t.missed), thousands(t.falsely_blamed), thousands(t.false_alarms),
      thousands(t.clean));
  page.raw("<dl class=\"facts\">\n");
  for (const ScorePlan& plan : score.plans)
    page.term(html_name(plan.name), fmt::format("{}, {}", count_of(std::size_t(plan.nodes), "node"),
                                                count_of(std::size_t(plan.links), "link")));
  page.term("Seeds", fmt::format("{} to {}", score.seeds.empty() ? 0 : score.seeds.front(),
                                 score.seeds.empty() ? 0 : score.seeds.back()));
  page.term("Made by", "weft " + html_text(score.tool_version));
  page.raw("</dl>\n</header>\n");
}

void write_row(HtmlPage& page, const ScoreRow& row) {
  const ScoreCounts& c = row.counts;
  page.add("<tr><td class=\"id\">{}</td><td>{}<br><small>{}</small></td>", typed(row.kind),
           html_text(row.title), html_text(row.expects));
  write_number(page, {c.cases, false});
  write_number(page, {c.found, false});
  write_number(page, {c.named, false});
  write_number(page, {c.late, true});
  write_number(page, {c.missed, true});
  write_number(page, {c.falsely_blamed, true});
  page.raw("</tr>\n");
}

void write_rows(HtmlPage& page, const Score& score) {
  page.begin_section("kinds", "Kinds of faults");
  page.raw(
      "<table class=\"score\">\n<thead><tr><th>kind</th><th>what, and who must say it</th>"
      "<th class=\"n\">cases</th><th class=\"n\">found</th><th class=\"n\">named</th>"
      "<th class=\"n\">late</th><th class=\"n\">missed</th><th class=\"n\">falsely blamed</th>"
      "</tr></thead>\n<tbody>\n");
  for (const ScoreRow& row : score.rows)
    if (row.later.empty()) write_row(page, row);
  page.raw("</tbody>\n</table>\n");
  page.end_section();
}

void write_not_yet(HtmlPage& page, const Score& score) {
  page.begin_section("not-yet", "Not yet", count_of(std::size_t(score.totals.not_yet), "case"));
  page.raw(
      "<p>A later part of Weft will find these; they are counted nowhere above.</p>\n"
      "<table class=\"score\">\n<thead><tr><th>kind</th><th>what</th><th>will be found by</th>"
      "<th class=\"n\">falsely blamed</th></tr></thead>\n<tbody>\n");
  for (const ScoreRow& row : score.rows) {
    if (row.later.empty()) continue;
    page.add("<tr><td class=\"id\">{}</td><td>{}</td><td>{}</td>", typed(row.kind),
             html_text(row.title), html_text(row.later));
    write_number(page, {row.counts.falsely_blamed, true});
    page.raw("</tr>\n");
  }
  page.raw("</tbody>\n</table>\n");
  page.end_section();
}

std::string outcome_of(const ScoredCase& one) {
  if (one.kind.empty()) return "false alarm";
  if (one.later) return "not yet";
  if (one.missed) return "missed";
  if (one.late) return "late";
  return one.named ? "named" : "found, not rightly named";
}

void write_cases(HtmlPage& page, const Score& score) {
  page.begin_section("cases", "To look at", count_of(score.cases.size(), "case"));
  if (score.cases.empty()) page.raw("<p>Nothing: every fault is found and rightly named.</p>\n");
  page.raw("<ul class=\"cases\">\n");
  for (const ScoredCase& one : score.cases) {
    page.add("<li><b>{}</b> {} <small>({}, seed {})</small>", outcome_of(one),
             html_name(one.kind.empty() ? "a healthy fabric" : one.fault), html_name(one.plan),
             one.seed);
    for (const std::string& blamed : one.blamed)
      page.add("<br><small>blamed: {}</small>", html_text(blamed));
    for (const std::string& alarm : one.alarms) page.add("<br><small>{}</small>", html_text(alarm));
    page.raw("</li>\n");
  }
  page.raw("</ul>\n");
  page.end_section();
}

void write_reading(HtmlPage& page) {
  page.begin_section("reading", "How to read this page");
  page.raw(
      "<dl class=\"facts\">\n"
      "<div><dt>found</dt><dd>the expected verdict, about the faulty part</dd></div>\n"
      "<div><dt>named</dt><dd>by the expected check, whose subject is the place or its far "
      "end</dd></div>\n"
      "<div><dt>late</dt><dd>only by comparing with an earlier site</dd></div>\n"
      "<div><dt>missed</dt><dd>not at all</dd></div>\n"
      "<div><dt>falsely blamed</dt><dd>cases in which an innocent part failed or was warned "
      "of</dd></div>\n</dl>\n"
      "<p>What is expected stands in each fault's own file and was not taken from a run of "
      "Weft.</p>\n");
  page.end_section();
}

}  // namespace

void write_score_page(const Score& score, const TextSink& sink) {
  HtmlPage page(sink);
  page.add(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>What Weft finds</title>\n<style>{}{}</style>\n</head>\n<body>\n{}<main>\n",
      page_style(), own_style, page_shapes());
  write_head(page, score);
  write_rows(page, score);
  write_cases(page, score);
  write_not_yet(page, score);
  write_reading(page);
  page.raw("</main>\n</body>\n</html>\n");
}

}  // namespace weft

// The end of the page: what this run was, how to read the page, and where both sides sign.

#include <algorithm>

#include "base/text.h"
#include "reports/html_page.h"

namespace weft {
namespace {

std::string capabilities(const FabricInfo& fabric) {
  std::string out;
  for (const auto& [has, name] : {std::pair{fabric.rdma, "RDMA"},
                                  {fabric.cuda, "CUDA"},
                                  {fabric.pfc, "PFC"},
                                  {fabric.qos_counters, "QoS counters"},
                                  {fabric.can_disrupt, "leave to disrupt"}})
    out += fmt::format("{}{}{}", out.empty() ? "" : ", ", has ? "" : "no ", name);
  return out;
}

void write_endpoints(HtmlPage& page, const Run& run) {
  constexpr std::size_t most = 2048;
  const auto& endpoints = run.layout.endpoints;
  if (endpoints.empty()) return;
  page.add(
      "<details class=\"long\"><summary>{}</summary>\n<div class=\"wide\"><table>\n<thead><tr><th "
      "scope=\"col\" "
      "class=\"n\">#</th><th scope=\"col\">Endpoint</th><th scope=\"col\">Device</th>"
      "<th scope=\"col\" class=\"n\">Link rate</th><th scope=\"col\" "
      "class=\"n\">MTU</th></tr></thead>\n"
      "<tbody>\n",
      count_of(endpoints.size(), "endpoint"));
  const std::string absent = "<span class=\"absent\">not known</span>";
  for (std::size_t i = 0; i < std::min(endpoints.size(), most); ++i) {
    const Endpoint& endpoint = endpoints[i];
    page.add(
        "<tr><td class=\"n\">{}</td><th scope=\"row\">{}</th><td>{}</td><td class=\"n\">{}</td>"
        "<td class=\"n\">{}</td></tr>\n",
        i, html_name(endpoint.text()), endpoint.device ? html_name(*endpoint.device) : absent,
        endpoint.link_rate ? text(*endpoint.link_rate) : absent,
        endpoint.mtu ? thousands(*endpoint.mtu) : absent);
  }
  page.raw("</tbody>\n</table></div>\n");
  page.and_more(endpoints.size(), most);
  page.raw("</details>\n");
}

void write_run(HtmlPage& page, const Run& run) {
  page.begin_section("run", "The run");
  page.raw("<dl class=\"facts\">\n");
  page.term("Suite", html_name(run.suite));
  page.term("Seed", fmt::format("{}", run.seed));
  page.term("Plan digest", run.plan_digest.empty() ? "no plan" : html_text(run.plan_digest));
  page.term("Started", text(run.started));
  page.term("Ended", run.ended ? text(*run.ended) : "<span class=\"absent\">not known</span>");
  page.term("Complete", run.complete ? "yes" : "<span class=\"absent\">no</span>");
  page.term("Weft", html_text(run.tool_version));
  page.term("Document", "schema " + html_text(run.schema));
  page.term("Fabric", fmt::format("{}: {}", html_text(run.fabric.kind), capabilities(run.fabric)));
  if (run.fabric.shares_cores)
    page.term("Cores",
              "some host has more workers than cores: its numbers are lower than its network");
  page.raw("</dl>\n");
  write_endpoints(page, run);
  page.end_section();
}

void write_how_to_read(HtmlPage& page) {
  page.begin_section("reading", "How to read this page");
  page.raw("<dl class=\"verdicts\">\n");
  for (const auto& [verdict, meaning] :
       {std::pair{Verdict::pass, "the whole interval is on the good side of the limit"},
        {Verdict::warn, "the limit lies inside the interval, or a finding that does no harm yet"},
        {Verdict::fail, "the whole interval is on the bad side of the limit"},
        {Verdict::unknown, "should have been seen and was not, or too few samples: no pass"},
        {Verdict::skip, "cannot apply here; the reason is given"}})
    page.add("<div><dt>{}</dt><dd>{}</dd></div>\n", html_verdict(verdict), meaning);
  page.raw(
      "</dl>\n<p>Intervals are 95 % intervals of the median and assume no distribution. The strip "
      "of a "
      "measurement begins at zero: the shaded part is the good side of the limit (the heavy line), "
      "the dashed line is the expectation, the bar is the interval with its median, the ring is "
      "the "
      "worst flow and the small diamond the worst time window of any flow. Rates count payload "
      "only; "
      "Gb/s is 10⁹ bit/s, KiB is 1024 bytes. Latency is half a round trip. The same facts for "
      "programs are in run.json.</p>\n");
  page.end_section();
}

void write_signatures(HtmlPage& page, const Run& run) {
  page.begin_section("signatures", "Signatures");
  page.add(
      "<p>About the run of suite {} started {}, seed {}, plan {}; verdict {}.</p>\n"
      "<div class=\"sign\">\n",
      html_name(run.suite), text(run.started), run.seed,
      run.plan_digest.empty() ? "none" : html_text(run.plan_digest), html_verdict(run.verdict));
  for (const char* side : {"For the supplier", "For the customer"})
    page.add(
        "<div><p><b>{}</b></p><p class=\"box\">accepted</p><p class=\"box\">refused</p>"
        "<p class=\"line\">name</p><p class=\"line\">place and date</p>"
        "<p class=\"line\">signature</p></div>\n",
        side);
  page.raw("</div>\n");
  page.end_section();
}

}  // namespace

void write_html_about(HtmlPage& page, const Run& run) {
  write_run(page, run);
  write_how_to_read(page);
  write_signatures(page, run);
}

}  // namespace weft

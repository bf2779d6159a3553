// One static page: the fabric, the verdict, what was found, each number with what it was judged
// against, the pairs as a picture, and what was not seen. Works offline, without scripts, on paper.
//
// Its style and shapes are reports/html/*, built into the program by CMake. The policy in its head
// forbids scripts and every request, so that even text that got past the escaping could do nothing.

#include "reports/html_page.h"
#include "reports/page_source.h"

namespace weft {
namespace {

void write_head(HtmlPage& page, const Run& run) {
  page.raw(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
      "img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n");
  page.add("<meta name=\"generator\" content=\"weft {}\">\n", html_text(run.tool_version));
  page.add("<title>{}: {}</title>\n", word(run.verdict),
           html_text(run.suite_title.empty() ? run.suite : run.suite_title));
  page.raw("<style>\n");
  page.raw(page_style());
  page.raw("</style>\n</head>\n<body>\n");
  page.raw(page_shapes());
}

void write(const Run& run, const TextStyle&, const TextSink& sink) {
  HtmlPage page(sink);
  write_head(page, run);
  page.raw("<main>\n");
  write_html_summary(page, run);
  write_html_findings(page, run);
  write_html_measurements(page, run);
  write_html_log(page, run);
  write_html_about(page, run);
  page.raw("</main>\n</body>\n</html>\n");
}

}  // namespace

namespace report_formats {
extern const ReportFormat html = {"One static page for people, offline and without scripts",
                                  ".html", write};
}
}  // namespace weft

// Goldens of every format, and what must hold of each whatever the run says.

#include <fmt/format.h>

#include "base/text.h"
#include "model/run_json.h"
#include "reports/example_run.h"
#include "reports/report.h"
#include "reports/text_lines.h"
#include "support/catch.h"
#include "support/golden.h"

using namespace weft;

namespace {

const ReportFormat& format(std::string_view id) {
  return **find_row(report_formats::all(), "report format", id);
}

// The bytes of a picture depend on the version of zlib; what they show is tested in png_test.
std::string without_pictures(std::string page) {
  constexpr std::string_view begin = "data:image/png;base64,";
  for (std::size_t at = 0; (at = page.find(begin, at)) != std::string::npos; at += begin.size()) {
    const std::size_t from = at + begin.size();
    page.replace(from, page.find('"', from) - from, "(picture)");
  }
  return page;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

}  // namespace

TEST_CASE("every format of the rich example is its golden") {
  const Run run = test::example_run();
  for (const auto& [id, item] : report_formats::all()) {
    const std::string golden =
        fmt::format("reports/golden/{}{}", id == "json" ? "run" : id, item.suffix);
    test::check_golden(golden, without_pictures(render(item, run)));
  }
}

TEST_CASE("text has no colour codes unless asked, and fits its columns") {
  const Run run = test::example_run();
  CHECK_FALSE(has(render(format("text"), run), "\x1b"));
  CHECK(has(render(format("text"), run, {.colour = true}), "\x1b[1;31mFAIL"));
  for (const int columns : {100, 160}) {
    const std::string out = render(format("text"), run, {.colour = false, .columns = columns});
    for (const std::string_view line : lines(out))
      CHECK(width_of(line) <= static_cast<std::size_t>(columns));
  }
}

TEST_CASE("no format lets device text act") {
  const Run run = test::example_run();
  for (const auto& [id, item] : report_formats::all()) {
    if (id == "json") continue;
    INFO(id);
    const std::string out = render(item, run);
    CHECK_FALSE(has(out, "\u202E"));
    CHECK_FALSE(has(out, "\x1b"));
    CHECK_FALSE(has(out, "\xE9-"));
    CHECK(has(out, "\\u{202e}") != (id == "openmetrics"));
    if (id == "html" || id == "junit") CHECK_FALSE(has(out, "<img src"));
    CHECK(valid_utf8(out) == out);
  }
}

TEST_CASE("an empty run proves nothing, and every format says so") {
  Run run;
  run.suite = "quick";
  for (const char* id : {"text", "html"}) {
    const std::string out = render(format(id), run);
    INFO(id << "\n" << out);
    CHECK(has(out, "Nothing was judged"));
    CHECK(has(out, "did not come to its end"));
    CHECK((has(out, "UNKNOWN") || has(out, "outcome unknown")));
  }
  CHECK(has(render(format("junit"), run), "<error type=\"unknown\""));
  CHECK(
      has(render(format("openmetrics"), run), "weft_run_verdict{weft_run_verdict=\"unknown\"} 1"));
  CHECK(has(render(format("openmetrics"), run), "weft_run_complete 0"));
}

TEST_CASE("the json report is run.json and can be read back") {
  const Run run = test::example_run();
  const auto back = read_run(render(format("json"), run), "run.json");
  REQUIRE(back);
  CHECK(back->judgements.size() == run.judgements.size());
  CHECK(back->matrices.at(0).data == run.matrices.at(0).data);
}

TEST_CASE("what was not measured has no number") {
  Run run = test::example_run();
  run.judgements = {run.judgements.at(3)};
  REQUIRE(run.judgements[0].summary.n == 0);
  const std::string metrics = render(format("openmetrics"), run);
  CHECK_FALSE(has(metrics, "weft_bandwidth_median"));
  CHECK_FALSE(has(metrics, "weft_payload_wrong_bytes{"));
  for (const char* id : {"html", "text", "junit"})
    CHECK(has(render(format(id), run), "not measured"));
}

// The end of a run; see run_output.h.

#include "run_output.h"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "base/talk.h"
#include "command.h"
#include "model/run_json.h"
#include "reports/report.h"

namespace weft {
namespace {

TextStyle terminal_style() {
  TextStyle style;
  if (::isatty(STDOUT_FILENO) != 1) return style;
  winsize size{};
  style.colour = std::getenv("NO_COLOR") == nullptr;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
    style.columns = std::min<int>(size.ws_col, 160);
  return style;
}

Result<std::string> rendered(std::string_view format, const Run& run, const TextStyle& style) {
  WEFT_TRY(const ReportFormat* found, find_row(report_formats::all(), "report format", format));
  return render(*found, run, style);
}

}  // namespace

int finish(const RunFolder& folder, const Run& run, bool json, bool strict, bool quiet) {
  const fs::path page = folder.path() / "report.html";
  const auto html = rendered("html", run, {});
  if (!html) return complain(html.error());
  if (const auto written = write_file(page, *html); !written) return complain(written.error());
  const auto result =
      json ? Result<std::string>(write_run(run)) : rendered("text", run, terminal_style());
  if (!result) return complain(result.error());
  const int code = print_result(*result, exit_code_of(run.verdict, strict));
  if (!quiet) talk("report: {}\n", page.string());
  return code;
}

}  // namespace weft

// weft report: a run folder as a page, a table, or a document for other programs.

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <memory>

#include "base/file.h"
#include "base/text.h"
#include "command.h"
#include "model/run_json.h"
#include "reports/report.h"

namespace weft::commands {
namespace {

struct ReportOptions {
  std::string run;  // run folder or run.json
  std::string format = "html";
  std::string output;  // "-" is stdout; "" is the format's usual place
  bool as_json = false;
};

constexpr std::string_view footer =
    "HTML goes to report.html in the run folder unless -o says otherwise; every other format goes "
    "to\n"
    "standard output. A file is replaced whole or not at all.\n\n"
    "Exit codes: 0 the report was written, whatever its verdict (`weft judge` carries the "
    "verdict),\n"
    "            2 it was not: no such run, a broken or newer run.json, an output that cannot be "
    "written.\n\n"
    "Examples:\n"
    "  weft report runs/2026-11-30                    writes runs/2026-11-30/report.html\n"
    "  weft report runs/2026-11-30 --to text          prints the verdict table\n"
    "  weft report runs/2026-11-30 --to junit -o weft.xml\n"
    "  weft report run.json --to openmetrics -o /var/lib/node_exporter/weft.prom\n";

struct Input {
  fs::path folder, file;
};

Result<Input> input_of(const std::string& given) {
  std::error_code error;
  const fs::path path(given);
  if (fs::is_directory(path, error)) {
    if (fs::exists(path / "run.json", error)) return Input{path, path / "run.json"};
    return fail(
        fmt::format("'{}' holds no run.json", printable(given)),
        "a run that was cut short is finished by `weft run --resume`, or judged as far as it "
        "came by `weft judge`");
  }
  if (fs::exists(path, error)) return Input{path.parent_path(), path};
  return fail(fmt::format("no run folder '{}'", printable(given)),
              "give the folder that `weft run` wrote, or its run.json");
}

TextStyle terminal_style(bool to_terminal) {
  TextStyle style;
  winsize size{};
  if (!to_terminal) return style;
  style.colour = std::getenv("NO_COLOR") == nullptr;
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 60)
    style.columns = std::min<int>(size.ws_col, 160);
  return style;
}

// Where the report goes: "-" for standard output.
std::string output_of(const ReportOptions& options, const Input& input) {
  if (!options.output.empty()) return options.output;
  return table_id(options.format) == "html" ? (input.folder / "report.html").string() : "-";
}

std::string said(const ReportOptions& options, const std::string& output, std::size_t size) {
  if (!options.as_json)
    return fmt::format("{} ({})\n", printable(output, 4096),
                       text(Bytes{static_cast<std::int64_t>(size)}));
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  json.key("format");
  json.value(table_id(options.format));
  json.key("file");
  json.value(output);
  json.key("size_bytes");
  json.value(static_cast<std::uint64_t>(size));
  json.end_object();
  return out + "\n";
}

Result<int> write_report(const ReportOptions& options) {
  WEFT_TRY(const ReportFormat* format,
           find_row(report_formats::all(), "report format", options.format));
  WEFT_TRY(const Input input, input_of(options.run));
  const std::string output = output_of(options, input);
  if (output == "-" && options.as_json)
    return fail("--json is about the file that was written; this report goes to standard output",
                "give a file with -o, or `--to json` for the run itself");
  WEFT_TRY(const std::string content, read_file(input.file));
  WEFT_TRY(const Run run, read_run(content, input.file.string()));
  if (output == "-")
    return print_result(render(*format, run, terminal_style(::isatty(STDOUT_FILENO) == 1)));
  const std::string report = render(*format, run);
  WEFT_CHECK(write_file(output, report));
  return print_result(said(options, output, report.size()));
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  std::string formats;
  for (const auto& [id, item] : report_formats::all())
    formats += fmt::format("\n  {}: {}", id, item.title);
  app.add_option("run", options->run, "Run folder, or its run.json")->required()->type_name("DIR");
  app.add_option("--to", options->format, "Format:" + formats)
      ->type_name("FORMAT")
      ->capture_default_str();
  app.add_option("-o,--output", options->output, "File to write, - for standard output")
      ->type_name("FILE");
  app.add_flag("--json", options->as_json, "Print what was written as JSON");
  app.footer(std::string(footer));
  return [options] {
    const auto code = write_report(*options);
    return code ? *code : complain(code.error());
  };
}

}  // namespace

extern const CommandSpec report = {
    "Writes the report of a run: HTML, JSON, JUnit, OpenMetrics or text", declare};

}  // namespace weft::commands

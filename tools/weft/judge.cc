// weft judge DIR: the verdict again, from the files alone.

#include "command.h"
#include "run/pipeline.h"
#include "run_output.h"

namespace weft::commands {
namespace {

struct Options {
  std::string folder;
  bool strict = false, json = false, quiet = false;
};

int execute(const Options& o) {
  const auto folder = RunFolder::open(o.folder);
  if (!folder) return complain(folder.error());
  const auto suite = suite_of(folder->request());
  if (!suite) return complain(suite.error());
  const auto run = judge_folder(*folder, *suite);
  if (!run) return complain(run.error());
  if (const auto written = folder->write_run(*run); !written) return complain(written.error());
  return finish(*folder, *run, o.json, o.strict, o.quiet);
}

std::function<int()> declare(CLI::App& app) {
  auto o = std::make_shared<Options>();
  app.add_option("folder", o->folder, "A run folder, as `weft run` wrote it")->required();
  app.add_flag("--strict", o->strict, "A warning counts as a failure");
  app.add_flag("--json", o->json, "Print run.json instead of the table");
  app.add_flag("--quiet", o->quiet, "Only the result");
  app.footer(
      "Reads request.json, fabric.json, steps.jsonl and samples/, writes run.json and report.html\n"
      "again. Needs no cluster; the exit code is the verdict's.\n"
      "Example:\n  weft judge weft-run-20261130T120000Z");
  return [o] { return execute(*o); };
}

}  // namespace

extern const CommandSpec judge = {"Judges a run folder again, from its files alone", declare};

}  // namespace weft::commands

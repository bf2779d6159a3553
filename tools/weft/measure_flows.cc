// weft measure pairs, latency, incast, ...: one step without a suite file, for the person on call.
// It writes that suite itself and hands it to `weft run`, with all of that one's options.

#include <algorithm>

#include "base/temporary_folder.h"
#include "command.h"
#include "measure.h"
#include "measure_options.h"

namespace weft {

namespace commands {
extern const CommandSpec run;
}

namespace {

// `weft run SUITE words...` inside this process.
int run_with(const std::string& suite, std::vector<std::string> words) {
  CLI::App app;
  const auto go = commands::run.declare(app);
  words.insert(words.begin(), suite);
  std::reverse(words.begin(), words.end());  // as CLI11 wants a vector
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return complain(Error{error.what(), {}, "`weft help run` tells the options of a run", {}});
  }
  return go();
}

int execute(const FlowMeasureOptions& options, const std::vector<std::string>& rest) {
  const auto text = suite_text(options);
  if (!text) return complain(text.error());
  const auto folder = TemporaryFolder::make("measure");  // holds the suite's text meanwhile
  if (!folder) return complain(folder.error());
  const fs::path file = folder->path() / ("measure_" + options.pattern + ".json");
  if (const auto written = write_file(file, *text); !written) return complain(written.error());
  std::vector<std::string> words = rest;
  if (options.pattern == "loopback") words.insert(words.end(), {"--ranks-per-host", "2"});
  return run_with(file.string(), std::move(words));
}

}  // namespace

std::function<int()> declare_measure_flows(CLI::App& app, std::string_view what) {
  auto o = std::make_shared<FlowMeasureOptions>();
  o->pattern = what;
  declare_measure_options(app, *o);
  app.allow_extras();
  app.footer("Takes every option of `weft run` too: --hosts, --fabric-net, --rail-net, --out, ...");
  return [o, &app] { return execute(*o, app.remaining()); };
}

}  // namespace weft

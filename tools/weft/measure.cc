// weft measure PATTERN: one step without a suite file, for the person on call. It writes that suite
// itself and hands it to `weft run`, with all of that one's options.

#include <stdlib.h>

#include <algorithm>
#include <filesystem>

#include "base/file.h"
#include "command.h"
#include "measure_options.h"

namespace weft::commands {

extern const CommandSpec run;

namespace {

// Gone when the run is over: its folder holds the suite's text.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "weft-measure-XXXXXX").string();
    if (::mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

// `weft run SUITE words...` inside this process.
int run_with(const std::string& suite, std::vector<std::string> words) {
  CLI::App app;
  const auto go = run.declare(app);
  words.insert(words.begin(), suite);
  std::reverse(words.begin(), words.end());  // as CLI11 wants a vector
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& error) {
    return complain(Error{error.what(), {}, "`weft help run` tells the options of a run", {}});
  }
  return go();
}

int execute(const MeasureOptions& options, const std::vector<std::string>& rest) {
  const auto text = suite_text(options);
  if (!text) return complain(text.error());
  const TemporaryFolder folder;
  if (folder.path().empty()) return complain(Error{"cannot make a temporary folder", {}, "", {}});
  const fs::path file = folder.path() / ("measure_" + options.pattern + ".json");
  if (const auto written = write_file(file, *text); !written) return complain(written.error());
  std::vector<std::string> words = rest;
  if (options.pattern == "loopback") words.insert(words.end(), {"--ranks-per-host", "2"});
  return run_with(file.string(), std::move(words));
}

std::function<int()> declare(CLI::App& app) {
  auto o = std::make_shared<MeasureOptions>();
  declare_measure_options(app, *o);
  app.allow_extras();
  app.footer(
      "Takes every option of `weft run` too: --hosts, --fabric-net, --rail-net, --out, ...\n"
      "Examples:\n"
      "  weft measure pairs --transport verbs --qps 4 --hosts hostfile --fabric-net 10.0.0.0/8\n"
      "  weft measure latency --transport verbs --op write --size 8 --hosts hostfile\n"
      "  weft measure loopback --transport verbs --hosts hostfile   the NIC alone");
  return [o, &app] { return execute(*o, app.remaining()); };
}

}  // namespace

extern const CommandSpec measure = {
    "Measures one pattern, without a suite: pairs, latency, incast, ring, permutation, loopback",
    declare};

}  // namespace weft::commands

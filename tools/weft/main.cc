// The program: a table of subcommands, each declared by its own file.

#include <fmt/core.h>

#include <clocale>
#include <map>

#include "command.h"
#include "version.h"

namespace weft {
namespace {

constexpr std::string_view about =
    "Proves that the network of an AI cluster does what it was bought for: reads the plan, looks at "
    "hosts and switches, puts load on the fabric, judges what it saw and names the part at fault.";

constexpr std::string_view after =
    "Exit codes: 0 no failure and nothing unknown, 1 something failed, 2 the request was wrong,\n"
    "            3 nothing failed but something is unknown, 130 after Ctrl-C.\n"
    "Try `weft run quick` here, and `weft list` for what there is.";

int run(int argc, char** argv) {
  CLI::App app{std::string(about), "weft"};
  app.footer(std::string(after));
  app.set_version_flag("--version", fmt::format("weft {}", version()));
  app.require_subcommand(1);
  std::map<CLI::App*, std::function<int()>> actions;
  for (const auto& [id, spec] : commands::all()) {
    std::string name(id);
    std::replace(name.begin(), name.end(), '_', '-');
    CLI::App* sub = app.add_subcommand(name, std::string(spec.summary));
    if (spec.hidden) sub->group("");
    actions[sub] = spec.declare(*sub);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? exit_code::fine : exit_code::bad_request;
  }
  for (const auto& [sub, action] : actions)
    if (sub->parsed()) return action();
  return exit_code::bad_request;
}

}  // namespace
}  // namespace weft

int main(int argc, char** argv) { return weft::run(argc, argv); }

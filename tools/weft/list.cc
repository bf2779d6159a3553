// weft list KIND: what there is, with one line each.

#include <fmt/core.h>

#include "command.h"

namespace weft::commands {

static std::function<int()> declare(CLI::App&) {
  return [] { return exit_code::fine; };
}

extern const CommandSpec list = {"Lists what there is: subcommands, suites, patterns, formats", declare};

}  // namespace weft::commands

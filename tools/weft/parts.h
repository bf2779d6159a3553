// A command made of parts that are commands themselves: `weft check cabling`, `weft lab up`.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <span>

namespace weft {

struct CommandPart {
  const char *name, *summary;
  std::function<int()> (*declare)(CLI::App&);
  bool hidden = false;  // not for people
};

// Declares them below `app`, of which one has to be given; the action runs that one.
std::function<int()> declare_parts(CLI::App& app, std::span<const CommandPart> parts);

}  // namespace weft

// See parts.h.

#include "parts.h"

#include <utility>
#include <vector>

#include "command.h"

namespace weft {

std::function<int()> declare_parts(CLI::App& app, std::span<const CommandPart> parts) {
  app.require_subcommand(1);
  std::vector<std::pair<CLI::App*, std::function<int()>>> actions;
  for (const CommandPart& part : parts) {
    CLI::App* sub = app.add_subcommand(part.name, part.summary);
    if (part.hidden) sub->group("");
    actions.emplace_back(sub, part.declare(*sub));
  }
  return [actions] {
    for (const auto& [sub, action] : actions)
      if (sub->parsed()) return action();
    return exit_code::bad_request;
  };
}

}  // namespace weft

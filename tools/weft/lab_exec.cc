// weft lab exec NODE -- COMMAND: runs a command on a node, as if logged in there.

#include <fmt/format.h>

#include "base/text.h"
#include "lab/space.h"
#include "lab_open.h"

namespace weft {
namespace {

struct Options {
  LabChoice choice;
  std::string node;
  std::vector<std::string> command;
};

Error no_such_node(const LabLayout& layout, const std::string& name) {
  std::vector<std::string_view> names;
  for (const LabNode& node : layout.nodes) names.push_back(node.name);
  return {fmt::format("the lab has no node '{}'{}", printable(name), did_you_mean(name, names)),
          {},
          "`weft lab status` lists them",
          {}};
}

int run(const Options& o) {
  std::vector<std::string> command = o.command;
  if (!command.empty() && command.front() == "--") command.erase(command.begin());
  if (command.empty())
    return complain(Error{"no command is given", {}, "weft lab exec NODE -- COMMAND", {}});
  const auto lab = open_lab(o.choice);
  if (!lab) return complain(lab.error());
  if (lab->layout.node(o.node) == nullptr) return complain(no_such_node(lab->layout, o.node));
  return run_inside(*lab, [&] {
    if (const auto entered = enter_node(o.node); !entered) return complain(entered.error());
    return become(command);
  });
}

}  // namespace

std::function<int()> declare_lab_exec(CLI::App& app) {
  auto o = std::make_shared<Options>();
  declare_lab_choice(app, o->choice);
  app.add_option("NODE", o->node, "A host or switch of the lab")->required();
  app.add_option("COMMAND", o->command, "What to run there, after --");
  return [o] { return run(*o); };
}

}  // namespace weft

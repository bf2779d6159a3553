// weft lab: a small real fabric on this machine. One file per part: lab_up.cc, lab_down.cc, ...

#include "lab_open.h"

namespace weft::commands {
namespace {

std::function<int()> declare(CLI::App& app) {
  app.require_subcommand(1);
  struct Part {
    const char *name, *summary;
    LabPart declare;
  };
  static const Part parts[] = {
      {"up", "Builds the lab of a plan and waits until its network works", declare_lab_up},
      {"down", "Ends a lab and clears up, also after it died", declare_lab_down},
      {"status", "What is up, which daemons run, which faults are in it", declare_lab_status},
      {"exec", "Runs a command on a node", declare_lab_exec},
  };
  std::vector<std::pair<CLI::App*, std::function<int()>>> actions;
  for (const Part& part : parts) {
    CLI::App* sub = app.add_subcommand(part.name, part.summary);
    actions.emplace_back(sub, part.declare(*sub));
  }
  return [actions] {
    for (const auto& [sub, action] : actions)
      if (sub->parsed()) return action();
    return exit_code::bad_request;
  };
}

}  // namespace

extern const CommandSpec lab = {
    "A small real fabric on this machine: FRR, lldpd, real packets, faults", declare, false,
    "weft lab up\n"
    "weft lab up --plan plan.dot --only pod1 --static\n"
    "weft lab exec leaf-su00-r0 -- vtysh -c 'show bgp summary'\n"
    "weft lab down"};

}  // namespace weft::commands

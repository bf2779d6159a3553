// weft lab: a small real fabric on this machine. One file per part: lab_up.cc, lab_down.cc, ...

#include "lab_open.h"
#include "parts.h"

namespace weft::commands {
namespace {

std::function<int()> declare(CLI::App& app) {
  static const CommandPart parts[] = {
      {"up", "Builds the lab of a plan and waits until its network works", declare_lab_up},
      {"down", "Ends a lab and clears up, also after it died", declare_lab_down},
      {"status", "What is up, which daemons run, which faults are in it", declare_lab_status},
      {"exec", "Runs a command on a node", declare_lab_exec},
      {"collect", "Writes down what all nodes say, as a site folder", declare_lab_collect},
      {"check", "Checks what the nodes say against the lab's plan", declare_lab_check},
      {"run", "Runs a suite on the lab's hosts", declare_lab_run},
      {"fault", "Puts a fault into the lab", declare_lab_fault},
      {"heal", "Takes faults out again", declare_lab_heal},
      {"agent", "Reaches a node as ssh reaches a host", declare_lab_agent, true},
  };
  return declare_parts(app, parts);
}

}  // namespace

extern const CommandSpec lab = {
    "A small real fabric on this machine: FRR, lldpd, real packets, faults", declare, false,
    "weft lab up\n"
    "weft lab up --plan plan.dot --only pod1 --static\n"
    "weft lab check cabling --moves\n"
    "weft lab fault swapped-cables\n"
    "weft lab heal\n"
    "weft lab run quick\n"
    "weft lab exec leaf-su00-r0 -- vtysh -c 'show bgp summary'\n"
    "weft lab down"};

}  // namespace weft::commands

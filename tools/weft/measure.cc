// weft measure: one measurement, now, for the person at the keyboard. Suites are for everyone else.

#include "measure.h"

#include "command.h"
#include "parts.h"

namespace weft::commands {
namespace {

std::function<int()> declare(CLI::App& app) {
  static const CommandPart parts[] = {
      {"collective", "A collective over all members: time, bus bandwidth, results checked",
       declare_measure_collective},
  };
  return declare_parts(app, parts);
}

}  // namespace

extern const CommandSpec measure = {
    "One measurement, now: a collective", declare, false,
    "weft measure collective all-reduce\n"
    "weft measure collective all-to-all --size 8:16MiB:4 --hosts 'node[01-16]:8' --json"};

}  // namespace weft::commands

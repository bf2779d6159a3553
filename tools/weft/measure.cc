// weft measure: one measurement, now, for the person at the keyboard. Suites are for everyone else.

#include "measure.h"

#include "command.h"
#include "parts.h"

namespace weft::commands {
namespace {

template <char const* what>
std::function<int()> flows(CLI::App& app) {
  return declare_measure_flows(app, what);
}

constexpr char pairs[] = "pairs", latency[] = "latency", incast[] = "incast", ring[] = "ring",
               permutation[] = "permutation", loopback[] = "loopback";

std::function<int()> declare(CLI::App& app) {
  static const CommandPart parts[] = {
      {pairs, "Bandwidth of every pair", flows<pairs>},
      {latency, "Half the round trip of every pair", flows<latency>},
      {incast, "All send to one, everybody is the target in turn", flows<incast>},
      {ring, "Everybody sends to the next", flows<ring>},
      {permutation, "Everybody sends to one other, at random", flows<permutation>},
      {loopback, "Over the NIC and back, to tell the host from the fabric (verbs)",
       flows<loopback>},
      {"collective", "A collective over all members: time, bus bandwidth, results checked",
       declare_measure_collective},
  };
  return declare_parts(app, parts);
}

}  // namespace

extern const CommandSpec measure = {
    "One measurement, now: pairs, latency, incast, loopback, a collective, ...", declare, false,
    "weft measure pairs --transport verbs --qps 4 --hosts hostfile --fabric-net 10.0.0.0/8\n"
    "weft measure latency --transport verbs --op write --size 8 --hosts hostfile\n"
    "weft measure loopback --transport verbs --hosts hostfile\n"
    "weft measure collective all-reduce\n"
    "weft measure collective all-to-all --size 8:16MiB:4 --hosts 'node[01-16]:8' --json"};

}  // namespace weft::commands

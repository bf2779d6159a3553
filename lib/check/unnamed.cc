// Devices that are known by their MAC address only, because they still call themselves what their
// system came with ("cumulus", "localhost"): the cables can be told, the device was never set up.

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {

void find_unnamed(Work& work) {
  struct Seen {
    std::string name;
    std::vector<std::string> on;
  };
  std::map<NodeId, Seen> unnamed;
  for (const Heard& h : work.hearing.all()) {
    if (!h.default_name || h.node == nobody || !h.record->is_lldp()) continue;
    Seen& seen = unnamed[h.node];
    seen.name = h.record->system_name;
    seen.on.push_back(work.fabric.text(h.local));
  }
  for (const auto& [node, seen] : unnamed)
    work.find(Verdict::warn, work.fabric.node_name(node),
              fmt::format("system name {}", work.fabric.node_name(node)),
              fmt::format("calls itself '{}', the name a system has before it is set up; known by "
                          "its MAC address (on {})",
                          printable(seen.name), list_text(seen.on)),
              "set its host name, then see whether the rest of its settings are there");
}

}  // namespace weft

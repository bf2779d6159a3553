// One key per port; see port_names.h.

#include "plan/port_names.h"

#include "base/text.h"

namespace weft {

PortNames::PortNames(const Plan& plan) {
  for (const Node& node : plan.nodes) {
    const std::string low = lower(node.name);
    if (low.find('.') == std::string::npos) continue;
    const auto [at, fresh] = whole_.try_emplace(low.substr(0, low.find('.')), low);
    if (!fresh && at->second != low) at->second.clear();  // of two domains
  }
}

std::string PortNames::key(const Port& port) const {
  std::string low = lower(port.node);
  if (const auto at = whole_.find(low); at != whole_.end() && !at->second.empty()) low = at->second;
  return low + '\n' + lower(port.name);
}

}  // namespace weft

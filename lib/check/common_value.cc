// See common_value.h.

#include "check/common_value.h"

#include <set>

#include "base/text.h"

namespace weft {

std::vector<QosSeen> qos_seen(const CheckInput& input, std::string_view check, CheckResult& out) {
  FabricView fabric(input.plan, input.seen);
  std::vector<QosSeen> all;
  std::set<const Node*> known;
  for (const NodeState& state : input.seen.nodes) {
    const Node* planned = fabric.plan_node(fabric.node(state.name));
    if (!state.qos || !input.only.has_node(planned)) continue;
    all.push_back({&state, planned != nullptr ? planned->role : Role::unknown});
    known.insert(planned);
  }
  if (all.empty()) return all;
  for (const Node& node : input.plan.nodes) {
    const bool forwards =
        node.role == Role::leaf || node.role == Role::spine || node.role == Role::superspine;
    if (!forwards || known.contains(&node) || !input.only.has_node(&node)) continue;
    out.findings.push_back({std::string(check),
                            Verdict::unknown,
                            printable(node.name),
                            "its class settings, as other switches give them",
                            "not seen",
                            "collect again, with --sudo where it says that it needs root",
                            {}});
  }
  return all;
}

}  // namespace weft

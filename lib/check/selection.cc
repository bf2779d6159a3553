// Which links and nodes are judged; see selection.h.

#include "check/selection.h"

namespace weft {

static std::string key(const Link& link) { return link.a.text() + "\n" + link.b.text(); }

PlanPart::PlanPart(const Plan& part) : all_(false) {
  for (const Link& link : part.links) links_.insert(key(link));
  for (const Node& node : part.nodes) nodes_.insert(node.name);
}

bool PlanPart::has(const Link& link) const { return all_ || links_.contains(key(link)); }

bool PlanPart::has_node(const Node* node) const {
  return all_ || (node != nullptr && nodes_.contains(node->name));
}

}  // namespace weft

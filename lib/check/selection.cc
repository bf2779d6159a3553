// What part of the plan is judged; see selection.h.

#include "check/selection.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

// "pod1" and "1" both name the pod that the plan calls either.
bool names(std::string_view word, std::string_view kind, std::string_view value) {
  if (equal_ignoring_case(word, value)) return true;
  return lower(word).starts_with(kind) && equal_ignoring_case(word.substr(kind.size()), value);
}

}  // namespace

Result<Selection> parse_selection(std::string_view text, const Plan& plan) {
  Selection out;
  std::vector<Error> errors;
  for (const std::string_view raw : split(text, ',')) {
    const std::string_view word = trim(raw);
    if (word.empty()) continue;
    bool known = false;
    std::vector<std::string_view> candidates;
    for (const Node& node : plan.nodes) {
      candidates.push_back(node.name);
      if (node.pod && names(word, "pod", *node.pod)) out.pods_.insert(*node.pod), known = true;
      if (node.rack && names(word, "rack", *node.rack)) out.racks_.insert(*node.rack), known = true;
      if (equal_ignoring_case(word, node.name)) out.nodes_.insert(lower(word)), known = true;
      if (node.pod) candidates.push_back(*node.pod);
    }
    if (!known && lower(word).starts_with("rail"))
      if (const auto number = parse_uint(word.substr(4))) {
        const auto rail = static_cast<std::int64_t>(*number);
        const auto node_has = [&](const Node& n) { return n.rail == rail; };
        const auto link_has = [&](const Link& l) { return l.rail == rail; };
        known = std::ranges::any_of(plan.nodes, node_has) || std::ranges::any_of(plan.links, link_has);
        if (known) out.rails_.insert(rail);
      }
    if (!known)
      errors.push_back({fmt::format("--only: the plan has no pod, rail, rack or node '{}'{}",
                                    printable(word), did_you_mean(word, candidates)),
                        {}, "", {}});
  }
  if (!errors.empty()) return Failure(collected(std::move(errors)));
  return out;
}

bool Selection::node_fits(const Node* node) const {
  if (node == nullptr) return false;
  if (!pods_.empty() && !(node->pod && pods_.contains(*node->pod))) return false;
  if (!racks_.empty() && !(node->rack && racks_.contains(*node->rack))) return false;
  return nodes_.empty() || nodes_.contains(lower(node->name));
}

bool Selection::has(const Link& link, const Node* a, const Node* b) const {
  if (all()) return true;
  if (!node_fits(a) && !node_fits(b)) return false;
  if (rails_.empty()) return true;
  const auto on_rail = [&](const std::optional<std::int64_t>& rail) {
    return rail && rails_.contains(*rail);
  };
  if (link.rail) return on_rail(link.rail);
  return (a != nullptr && on_rail(a->rail)) || (b != nullptr && on_rail(b->rail));
}

bool Selection::has_node(const Node* node) const {
  if (all()) return true;
  if (!node_fits(node)) return false;
  return rails_.empty() || !node->rail || rails_.contains(*node->rail);
}

}  // namespace weft

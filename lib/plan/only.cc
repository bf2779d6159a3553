// Choosing a part of a plan; see only.h.

#include "plan/only.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "base/text.h"
#include "plan/builder.h"

namespace weft {
namespace {

struct Choice {
  std::set<std::string, std::less<>> pods, racks, nodes;
  std::set<std::int64_t> rails;

  bool takes(const Node& node) const {
    return (pods.empty() || (node.pod && pods.contains(*node.pod))) &&
           (racks.empty() || (node.rack && racks.contains(*node.rack)));
  }
};

struct There {  // what can be chosen
  std::map<std::string, std::size_t, std::less<>> pods, racks, nodes;
  std::set<std::int64_t> rails;
};

There what_is_there(const Plan& plan) {
  There there;
  for (const Node& node : plan.nodes) {
    ++there.nodes[node.name];
    if (node.pod) ++there.pods[*node.pod];
    if (node.rack) ++there.racks[*node.rack];
    if (node.rail) there.rails.insert(*node.rail);
  }
  for (const Link& link : plan.links)
    if (link.rail) there.rails.insert(*link.rail);
  return there;
}

template <class Map>
std::string some(const Map& map) {
  std::vector<std::string> names;
  for (const auto& [name, n] : map) names.push_back(printable(name, 40));
  std::sort(names.begin(), names.end(), natural_less);
  if (names.size() > 8) names.resize(8), names.push_back("...");
  return names.empty() ? "none" : join(names, ", ");
}

// True when the word was understood; "pod1" is pod "1" or pod "pod1".
bool choose(std::string_view word, const There& there, Choice& choice) {
  const auto after = [&](std::string_view kind) -> std::optional<std::string_view> {
    if (!lower(word).starts_with(kind)) return {};
    std::string_view rest = word.substr(kind.size());
    if (rest.starts_with(':') || rest.starts_with('=')) rest.remove_prefix(1);
    return rest;
  };
  const auto pick = [&](std::string_view kind, const auto& known, auto& chosen) {
    for (const std::string_view name : {word, after(kind).value_or(word)})
      if (known.contains(name)) return chosen.emplace(name), true;
    return false;
  };
  if (const auto rail = after("rail"))
    if (const auto number = parse_uint(*rail); number && *number < 1'000'000)
      if (const auto n = static_cast<std::int64_t>(*number); there.rails.contains(n))
        return choice.rails.insert(n), true;
  return pick("pod", there.pods, choice.pods) || pick("rack", there.racks, choice.racks) ||
         pick("node", there.nodes, choice.nodes);
}

Error not_there(std::string_view word, const There& there) {
  std::string rails;
  for (const std::int64_t rail : there.rails)
    rails += fmt::format("{}{}", rails.empty() ? "" : ", ", rail);
  return {fmt::format("'{}' is no pod, rail, rack or device of this plan", printable(word, 60)),
          {},
          fmt::format("pods: {}; rails: {}; racks: {}", some(there.pods),
                      rails.empty() ? "none" : rails, some(there.racks)),
          {}};
}

bool takes_rail(const Choice& choice, const Link& link, const Node* a, const Node* b) {
  if (choice.rails.empty()) return true;
  if (link.rail) return choice.rails.contains(*link.rail);
  bool any = false, all = true;
  for (const Node* node : {a, b})
    if (node != nullptr && node->rail) any = true, all &= choice.rails.contains(*node->rail);
  return any && all;
}

}  // namespace

Result<Plan> only(const Plan& plan, std::string_view words) {
  const There there = what_is_there(plan);
  Choice choice;
  std::vector<Error> wrong;
  for (const std::string_view part : split(words, ','))
    if (const std::string_view word = trim(part); !word.empty() && !choose(word, there, choice))
      wrong.push_back(not_there(word, there));
  if (!wrong.empty()) return Failure(collected(std::move(wrong)));

  std::unordered_map<std::string_view, const Node*> nodes;
  for (const Node& node : plan.nodes) nodes.emplace(node.name, &node);
  const auto find = [&](const std::string& name) -> const Node* {
    const auto at = nodes.find(name);
    return at == nodes.end() ? nullptr : at->second;
  };
  Plan out = plan;
  std::set<std::string_view> used;
  std::erase_if(out.links, [&](const Link& link) {
    const Node *a = find(link.a.node), *b = find(link.b.node);
    const bool ends = (a == nullptr || choice.takes(*a)) && (b == nullptr || choice.takes(*b));
    const bool named = choice.nodes.empty() || choice.nodes.contains(link.a.node) ||
                       choice.nodes.contains(link.b.node);
    return !(ends && named && takes_rail(choice, link, a, b));
  });
  for (const Link& link : out.links) used.insert(link.a.node), used.insert(link.b.node);
  const auto stays = [&](const std::string& name) {
    const Node* node = find(name);
    if (used.contains(name)) return true;
    const bool rail = choice.rails.empty() ||
                      (node != nullptr && node->rail && choice.rails.contains(*node->rail));
    const bool named = choice.nodes.empty() || choice.nodes.contains(name);
    return node != nullptr && choice.takes(*node) && rail && named;
  };
  std::erase_if(out.open_ports, [&](const Port& port) { return !stays(port.node); });
  std::erase_if(out.nodes, [&](const Node& node) { return !stays(node.name); });
  return out;
}

}  // namespace weft

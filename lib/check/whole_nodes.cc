// See whole_nodes.h.

#include "check/whole_nodes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace weft {
namespace {

// "leaf1:swp1" of "leaf1:swp1 (rack R1, unit 3)".
std::string without_place(const std::string& subject) {
  return subject.substr(0, subject.find(" ("));
}

}  // namespace

void fold_whole_nodes(const Plan& plan, std::vector<Finding>& findings) {
  const auto is_silent = [](const Finding& one) { return one.check == "silent_node"; };
  const auto rest = std::stable_partition(findings.begin(), findings.end(), is_silent);
  std::map<std::string, Finding*> silent;  // by the node's name, and by each port that leads there
  for (auto one = findings.begin(); one != rest; ++one) silent[one->subject] = &*one;
  if (silent.empty()) return;
  for (const Link& link : plan.links)
    for (const auto& [near, far] : {std::pair{&link.a, &link.b}, {&link.b, &link.a}})
      if (const auto at = silent.find(far->node); at != silent.end())
        silent.emplace(near->text(), at->second);
  std::erase_if(findings, [&](const Finding& one) {
    const auto at = silent.find(without_place(one.subject));
    if (is_silent(one) || at == silent.end() || one.verdict == Verdict::pass) return false;
    at->second->evidence.push_back(fmt::format("{} {}: {}", one.check, one.subject, one.observed));
    return true;
  });
}

}  // namespace weft

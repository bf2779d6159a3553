// See counter_lines.h.

#include "reports/counter_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "reports/words.h"

namespace weft {
namespace {

struct Group {
  CounterLine line;
  std::set<std::string> told;
};

void add(Group& group, const CounterChange& change) {
  const std::string name = change.name.empty() ? change.raw : change.name;
  const auto append = [](std::string& to, const std::string& what) {
    to += (to.empty() ? "" : ", ") + what;
  };
  if (!group.told.insert(name).second) return;
  if (!change.change)
    append(group.line.unknown, fmt::format("{} ({})", visible(name), visible(change.why)));
  else if (*change.change != 0)
    append(group.line.counted, fmt::format("{} {}", visible(name), thousands(*change.change)));
}

}  // namespace

std::vector<CounterLine> counter_lines(const StepRecord& record) {
  std::vector<Group> groups;
  for (const CounterChange& change : record.counters) {
    const auto same = [&](const Group& group) {
      return group.line.host == change.host && group.line.device == change.device;
    };
    auto it = std::ranges::find_if(groups, same);
    if (it == groups.end()) {
      groups.push_back({{change.host, change.device, "", ""}, {}});
      it = groups.end() - 1;
    }
    add(*it, change);
  }
  std::vector<CounterLine> out;
  for (Group& group : groups) {
    if (group.line.counted.empty()) group.line.counted = "nothing";
    out.push_back(std::move(group.line));
  }
  return out;
}

}  // namespace weft

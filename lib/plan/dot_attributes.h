// Attributes of DOT statements, with limits: those of one thing are compared one by one, and
// defaults are copied to all that follows, so a small file could ask for much time and memory.
#pragma once

#include <fmt/format.h>

#include <utility>

#include "plan/dot_graph.h"

namespace weft {

class DotAttributeLists {
 public:
  explicit DotAttributeLists(PlanBuilder& out) : out_(out) {}

  // The last of one name counts, as in Graphviz.
  void set(DotAttributes& list, DotAttribute attribute) {
    for (DotAttribute& old : list)
      if (old.key == attribute.key) {
        old = std::move(attribute);
        return;
      }
    if (list.size() < most) return list.push_back(std::move(attribute));
    tell(attribute.line, fmt::format("more than {} attributes: the rest is not read", most));
  }
  void set_all(DotAttributes& list, const DotAttributes& more) {
    for (const DotAttribute& attribute : more) set(list, attribute);
  }

  // What a new thing begins with. Nothing, and a fault, once too much was copied.
  DotAttributes copied(const DotAttributes& defaults, std::uint32_t line) {
    copies_ += defaults.size();
    if (copies_ <= most_copies) return defaults;
    tell(line, "so many defaults that they are no longer applied from here on");
    return {};
  }

 private:
  static constexpr std::size_t most = 500, most_copies = 1'000'000;

  void tell(std::uint32_t line, std::string what) {
    if (!std::exchange(told_, true)) out_.fault(line, 0, std::move(what));
  }

  PlanBuilder& out_;
  std::size_t copies_ = 0;
  bool told_ = false;
};

}  // namespace weft

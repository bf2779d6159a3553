// `--only pod1,rail3`: the part of a plan that is judged.
//
// Words of one kind add up, words of different kinds narrow down: "pod1,pod2,rail3" is rail 3 of
// pods 1 and 2. A word is `pod<x>`, `rail<n>`, `rack<x>` or a node's name.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/plan.h"

namespace weft {

class Selection {
 public:
  Selection() = default;

  bool all() const { return pods_.empty() && rails_.empty() && racks_.empty() && nodes_.empty(); }
  bool has(const Link& link, const Node* a, const Node* b) const;
  bool has_node(const Node* node) const;

 private:
  friend Result<Selection> parse_selection(std::string_view text, const Plan& plan);
  bool node_fits(const Node* node) const;
  std::set<std::string> pods_, racks_, nodes_;
  std::set<std::int64_t> rails_;
};

// Error: a word that fits nothing in the plan, with what there is.
Result<Selection> parse_selection(std::string_view text, const Plan& plan);

}  // namespace weft

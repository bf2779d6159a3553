// The part of a plan that is judged: the hall may be half built. What the words of `--only` mean is
// lib/plan's (plan/only.h), which gives the part as a plan of its own.
#pragma once

#include <string>
#include <unordered_set>

#include "model/plan.h"

namespace weft {

class PlanPart {
 public:
  PlanPart() = default;  // all of it
  explicit PlanPart(const Plan& part);

  bool has(const Link& link) const;
  bool has_node(const Node* node) const;  // null: a device that the plan does not have

 private:
  bool all_ = true;
  std::unordered_set<std::string> links_, nodes_;
};

}  // namespace weft

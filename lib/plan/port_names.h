// When two ports that a plan writes differently are one: by other capitals, or with and without the
// only domain that the plan has for that device. Checks compare names in the same way.
#pragma once

#include <string>
#include <unordered_map>

#include "model/plan.h"

namespace weft {

class PortNames {
 public:
  explicit PortNames(const Plan& plan);

  // Equal for ports that are one. Small letters, and with the domain that the plan has for the
  // device elsewhere when that is only one; a name may hold ':', but no line end.
  std::string key(const Port& port) const;

 private:
  std::unordered_map<std::string, std::string> whole_;  // short name -> with its only domain
};

}  // namespace weft

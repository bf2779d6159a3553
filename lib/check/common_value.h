// What most of the switches have, where the plan does not say what they should.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "check/check.h"

namespace weft {

// A switch whose class settings were seen.
struct QosSeen {
  const NodeState* state = nullptr;
  Role role = Role::unknown;
};

// Selected switches with class settings; those of the plan without them, where others have them,
// are told as not seen by `check`.
std::vector<QosSeen> qos_seen(const CheckInput& input, std::string_view check, CheckResult& out);

// What more than half of the switches of this role have, else of all: `value_of` says it of one.
// One alone is no majority.
template <class ValueOf>
auto common_value(const std::vector<QosSeen>& all, Role role, ValueOf value_of) {
  using Value = decltype(value_of(all.front()));
  const auto most = [&](bool of_role) -> std::optional<Value> {
    std::map<Value, std::size_t> counts;
    std::size_t n = 0;
    for (const QosSeen& one : all)
      if (!of_role || one.role == role) ++counts[value_of(one)], ++n;
    for (const auto& [value, count] : counts)
      if (n > 1 && 2 * count > n) return value;
    return {};
  };
  const auto own = most(true);
  return own ? own : most(false);
}

}  // namespace weft

// Each switch's way from DSCP to priority: RoCE's by the plan's intent where it says so, all else
// as most switches have it. A class that is lossless on all hops but one is lossless nowhere.
//
// DSCP 26 to priority 3 and 48 to 6 are NVIDIA's RoCE profile (reference facts 5.1).

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/common_value.h"

namespace weft::checks {
namespace {

using Map = std::map<std::int64_t, std::int64_t>;  // a DSCP that is not in it has priority 0

Map map_of(const QosSeen& one) {
  Map out;
  for (const auto& [dscp, priority] : one.state->qos->dscp_map)
    if (priority != 0) out[dscp] = priority;
  return out;
}

std::int64_t priority_in(const Map& map, std::int64_t dscp) {
  const auto it = map.find(dscp);
  return it == map.end() ? 0 : it->second;
}

// "DSCP 26 to priority 3, 48 to 6" of those in which the two differ, as `map` has them.
std::string differing(const Map& map, const Map& other) {
  std::vector<std::string> words;
  Map all = map;
  all.insert(other.begin(), other.end());
  for (const auto& [dscp, any] : all)
    if (const auto p = priority_in(map, dscp); p != priority_in(other, dscp))
      words.push_back(fmt::format("DSCP {} to priority {}", dscp, p));
  return join(words, ", ");
}

void judge(const QosSeen& one, const std::vector<QosSeen>& all, const Intent& intent,
           CheckResult& out) {
  const Map own = map_of(one);
  const auto common = common_value(all, one.role, map_of);
  Map wanted = common.value_or(own);
  const bool planned = intent.roce_dscp && intent.roce_priority;
  if (planned) wanted[*intent.roce_dscp] = *intent.roce_priority;
  if (!common && !planned) {
    if (all.size() == 1) return;
    out.findings.push_back({"dscp_map",
                            Verdict::unknown,
                            printable(one.state->name),
                            "the map that most switches have",
                            "no two of them agree",
                            "give the plan's intent roce_dscp and roce_priority",
                            {}});
    return;
  }
  ++out.judged;
  if (const std::string wrong = differing(own, wanted); !wrong.empty())
    out.findings.push_back({"dscp_map",
                            Verdict::fail,
                            printable(one.state->name),
                            differing(wanted, own),
                            wrong,
                            "set the switch's DSCP map as on the others: what comes by this DSCP "
                            "waits, and is dropped, with other traffic here",
                            {}});
}

CheckResult run(const CheckInput& in) {
  CheckResult out;
  const auto all = qos_seen(in, "dscp_map", out);
  for (const QosSeen& one : all) judge(one, all, in.plan.intent, out);
  return out;
}

}  // namespace

extern const Check dscp_map = {
    "Switches sort traffic into the same priorities", "qos",
    "A class that is protected on all hops but one is protected nowhere.", run};

}  // namespace weft::checks

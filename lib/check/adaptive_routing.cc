// Packets of one flow over several ways: on every switch or on none. A switch that still hashes
// puts whole flows on one link, and is where they collide.

#include "base/text.h"
#include "check/common_value.h"

namespace weft::checks {
namespace {

CheckResult run(const CheckInput& in) {
  CheckResult out;
  auto all = qos_seen(in, "adaptive_routing", out);
  std::erase_if(all, [](const QosSeen& one) { return !one.state->qos->adaptive_routing; });
  const auto spreads = [](const QosSeen& one) { return *one.state->qos->adaptive_routing; };
  for (const QosSeen& one : all) {
    const auto& planned = in.plan.intent.adaptive_routing;
    const auto wanted = planned ? planned : common_value(all, one.role, spreads);
    if (!wanted) continue;
    ++out.judged;
    if (spreads(one) == *wanted) continue;
    const std::string expected = planned ? "by the plan" : "as on most switches";
    out.findings.push_back(
        {"adaptive_routing",
         *wanted ? Verdict::fail : Verdict::warn,
         printable(one.state->name),
         (*wanted ? "packets of a flow over all ways, " : "each flow on one way, ") + expected,
         *wanted ? "each flow on one way: adaptive routing is off"
                 : "packets of a flow over all ways: adaptive routing is on",
         "set it as on the other switches; a flow's packets collide where it is off",
         {}});
  }
  return out;
}

}  // namespace

extern const Check adaptive_routing = {
    "Every switch spreads packets alike", "qos",
    "A switch that hashes among ones that spread is where flows collide.", run};

}  // namespace weft::checks

// Marks of congestion: on every port of every switch or on none. Where one hop does not mark, its
// queue fills until it drops, and senders are told nothing.
//
// The plan wants marks when its intent has a threshold for them; else as most switches do.

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "check/common_value.h"

namespace weft::checks {
namespace {

bool marks(const QosSeen& one) { return !one.state->qos->ecn_ports.empty(); }

// Ports with classes that do not mark, on a switch that does.
std::vector<std::string> silent_ports(const NodeState& state) {
  std::set<std::string> ports;
  if (state.queues)
    for (const QueueCounters& queue : *state.queues) ports.insert(queue.port);
  for (const std::string& port : state.qos->ecn_ports) ports.erase(port);
  std::vector<std::string> out;
  for (const std::string& port : ports) out.push_back(printable(port));
  return out;
}

void judge(const QosSeen& one, const std::vector<QosSeen>& all, const Intent& intent,
           CheckResult& out) {
  const auto tell = [&](Verdict verdict, const char* expected, std::string observed,
                        const char* next) {
    out.findings.push_back(
        {"ecn", verdict, printable(one.state->name), expected, std::move(observed), next, {}});
  };
  const auto common = common_value(all, one.role, marks);
  if (!common && !intent.ecn_min && all.size() == 1) return;
  if (!common && !intent.ecn_min)
    return tell(Verdict::unknown, "as most switches do", "half of them mark, half do not",
                "give the plan's intent ecn_min and ecn_max");
  ++out.judged;
  const bool wanted = intent.ecn_min.has_value() || *common;
  const auto silent = silent_ports(*one.state);
  if (wanted && !marks(one))
    tell(Verdict::fail, "ECN marks on all ports", "ECN is off",
         "turn ECN on: senders do not hear of this switch's queues until they drop");
  else if (wanted && !silent.empty())
    tell(Verdict::fail, "ECN marks on all ports", "none on " + join(silent, ", "),
         "turn ECN on there, too");
  else if (!wanted && marks(one))
    tell(Verdict::warn, "no ECN marks, as most switches", "ECN is on", "set all switches alike");
}

CheckResult run(const CheckInput& in) {
  CheckResult out;
  const auto all = qos_seen(in, "ecn", out);
  for (const QosSeen& one : all) judge(one, all, in.plan.intent, out);
  return out;
}

}  // namespace

extern const Check ecn = {"Every switch marks congestion", "qos",
                          "Where one hop does not mark, it drops instead, and nobody slows down.",
                          run};

}  // namespace weft::checks

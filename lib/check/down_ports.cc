// Ports that no planned link explains and that are down though the operator enabled them: with an
// optic, a cable or a neighbour that was heard there, something is broken or left over; without any
// sign of a cable they are told together, for a plan would have to say whether they matter.

#include <fmt/format.h>

#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "check/cabling.h"

namespace weft::checks {
namespace {

// By its kind, else by a name as Linux, Cumulus Linux, SONiC and BlueField give to real ports.
bool is_physical(const Interface& one) {
  if (one.kind) return one.kind == "swp" || one.kind == "eth";
  static constexpr std::array begins = {"swp",  "eth", "en",  "ib", "Ethernet", "rail",
                                        "roce", "mlx", "ens", "p0", "p1"};
  return one.name.find_first_of(".@") == std::string::npos &&
         std::ranges::any_of(begins, [&](const char* b) { return one.name.starts_with(b); });
}

class Ports {
 public:
  Ports(const CheckInput& in, CheckResult& out) : in_(in), fabric_(in.plan, in.seen), out_(out) {
    for (const Link& link : in.plan.links) {
      planned_.insert(fabric_.port(fabric_.node(link.a.node), link.a.name));
      if (link.far_end_known())
        planned_.insert(fabric_.port(fabric_.node(link.b.node), link.b.name));
    }
  }

  void judge(const NodeState& state) {
    node_ = fabric_.node(state.name);
    if (!in_.only.has_node(fabric_.plan_node(node_))) return;
    std::map<std::string_view, const Neighbour*> heard;
    if (state.neighbours)
      for (const Neighbour& n : *state.neighbours) heard[n.port] = &n;
    std::vector<std::string> bare, shut;
    for (const Interface& one : *state.interfaces) {
      if (!is_physical(one) || !one.up) continue;
      if (planned_.contains(fabric_.find_port(node_, one.name))) continue;
      if (!in_.has_plan()) ++out_.judged;
      if (*one.up) continue;
      const auto it = heard.find(one.name);
      const std::string sign = sign_of(one, it == heard.end() ? nullptr : it->second);
      if (one.enabled == false)
        shut.push_back(printable(one.name));
      else if (!sign.empty())
        find(Verdict::warn, fabric_.text(fabric_.find_port(node_, one.name)), "link up",
             "down, though " + sign + reason_of(one), "look at the cable and at the far end");
      else
        bare.push_back(printable(one.name) + reason_of(one));
    }
    if (!in_.has_plan()) tell_together(bare, shut);
  }

 private:
  static std::string reason_of(const Interface& one) {
    return one.down_reason ? fmt::format(" ('{}')", printable(*one.down_reason)) : "";
  }

  static std::string sign_of(const Interface& one, const Neighbour* heard) {
    if (heard != nullptr)
      return fmt::format(
          "{} {} was heard on it",
          printable(heard->system_name.empty() ? heard->chassis_id : heard->system_name),
          printable(heard->port_id));
    if (!one.module_part && !one.module_serial && !one.module_vendor) return "";
    return fmt::format("a module is in it ({} {}, serial {})",
                       printable(one.module_vendor.value_or("vendor not known")),
                       printable(one.module_part.value_or("part not known")),
                       printable(one.module_serial.value_or("not known")));
  }

  void tell_together(const std::vector<std::string>& bare, const std::vector<std::string>& shut) {
    const std::string node = printable(fabric_.node_name(node_));
    if (!bare.empty())
      find(Verdict::warn, node, "ports that are in use are up",
           fmt::format("{} down though not disabled: {}",
                       bare.size() == 1 ? "1 port is" : fmt::format("{} ports are", bare.size()),
                       list_text(bare)),
           "give a plan to say which of them matter, or disable those without a cable", bare);
    if (!shut.empty())
      find(Verdict::skip, node, "", "disabled by the operator: " + list_text(shut), "", shut);
  }

  void find(Verdict verdict, std::string subject, std::string expected, std::string observed,
            std::string next_step, std::vector<std::string> evidence = {}) {
    out_.findings.push_back({"down_ports", verdict, std::move(subject), std::move(expected),
                             std::move(observed), std::move(next_step), std::move(evidence)});
  }

  const CheckInput& in_;
  FabricView fabric_;
  CheckResult& out_;
  std::set<PortId> planned_;
  NodeId node_ = nobody;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Ports ports(in, out);
  for (const NodeState& state : in.seen.nodes)
    if (state.interfaces) ports.judge(state);
  return out;
}

}  // namespace

extern const Check down_ports = {
    "Ports that are down though nothing says they should be", "links",
    "A cable nobody planned for, or one that lost its link, is found before it is needed.", run};

}  // namespace weft::checks

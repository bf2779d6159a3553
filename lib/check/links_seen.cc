// Ends of planned links of which nothing was collected: their rate, MTU, FEC and flaps are unknown,
// however well the other end looks.

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft::checks {
namespace {

enum class Lack { node, interfaces, port };

class Ends {
 public:
  Ends(const CheckInput& in, CheckResult& out) : in_(in), fabric_(in.plan, in.seen), out_(out) {}

  void read() {
    for (const Link& link : in_.plan.links) {
      if (!link.far_end_known() || link.disputed || link.status != LinkStatus::connected) continue;
      if (!in_.only.has(link)) continue;
      look(link.a);
      look(link.b);
    }
  }

  void tell() {
    tell(Lack::node, "never collected", "collect this node");
    if (any_)
      tell(Lack::interfaces, "no interface state was collected of it",
           "collect `ip -j addr`, `ethtool` or `nv show interface -o json` there");
    tell(Lack::port, "it has no interface of that name",
         "look at the name in the plan and at the breakout of the port");
  }

 private:
  void look(const Port& end) {
    const NodeId node = fabric_.node(end.node);
    const NodeState* seen = fabric_.state(node);
    const PortId port = fabric_.port(node, end.name);
    if (fabric_.interface(port) != nullptr)
      any_ = true;
    else if (seen == nullptr)
      lacking_[Lack::node][node].push_back(fabric_.text(port));
    else if (!seen->interfaces)
      lacking_[Lack::interfaces][node].push_back(fabric_.text(port));
    else if (!seen->interfaces->empty())
      lacking_[Lack::port][node].push_back(fabric_.text(port));
  }

  // A finding for each node, or one for all where they are many.
  void tell(Lack lack, const std::string& observed, const std::string& next_step) {
    constexpr std::size_t few = 8;
    const auto& nodes = lacking_[lack];
    std::size_t ends = 0;
    std::vector<std::string> names;
    for (const auto& [node, ports] : nodes) {
      names.push_back(fabric_.place(node));
      ends += ports.size();
      if (nodes.size() <= few) find(names.back(), ports.size(), observed, next_step, ports);
    }
    if (nodes.size() > few)
      find(count_of(nodes.size(), "node"), ends, observed + ": " + list_text(names), next_step,
           names);
  }

  void find(std::string subject, std::size_t ends, std::string observed, std::string next_step,
            std::vector<std::string> evidence) {
    out_.findings.push_back(
        {"links_seen", Verdict::unknown, std::move(subject),
         "state of " + count_of(ends, "end of planned links", "ends of planned links"),
         std::move(observed), std::move(next_step), std::move(evidence)});
  }

  const CheckInput& in_;
  FabricView fabric_;
  CheckResult& out_;
  bool any_ = false;  // of any end something is known
  std::map<Lack, std::map<NodeId, std::vector<std::string>>> lacking_;
};

CheckResult run(const CheckInput& in) {
  CheckResult out;
  Ends ends(in, out);
  ends.read();
  ends.tell();
  return out;
}

}  // namespace

extern const Check links_seen = {
    "Ends of planned links of which nothing was collected", "links",
    "What was not looked at is not fine: a fault at that end stays hidden.", run};

}  // namespace weft::checks

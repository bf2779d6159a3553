// Neighbours lost, replaced and new; see changes.h.

#include "check/changes.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/text.h"
#include "check/check.h"
#include "check/fabric.h"

namespace weft {
namespace {

using Records = std::map<std::string, std::vector<const Neighbour*>>;  // by local port

Records records_of(const NodeState& node) {
  Records out;
  for (const Neighbour& n : *node.neighbours)
    if (n.is_lldp()) out[n.port].push_back(&n);
  return out;
}

std::string who(const Neighbour& n) {
  const std::string& port = n.port_id.empty() ? n.port_description : n.port_id;
  const std::string& name = n.system_name.empty() ? n.chassis_id : n.system_name;
  return printable(name) + ":" + printable(port);
}

std::string age(const Neighbour& n) {
  if (!n.age_s) return "age not known";
  const std::int64_t s = *n.age_s;
  return s < 600 ? fmt::format("age {} s: it had only just come up", s)
                 : fmt::format("age {}", span_text(s * 1000));
}

std::set<std::string> names(const std::vector<const Neighbour*>& all) {
  std::set<std::string> out;
  for (const Neighbour* n : all) out.insert(who(*n));
  return out;
}

class Changes {
 public:
  explicit Changes(std::vector<Finding>& out) : out_(out) {}

  void compare(const NodeState& before, const NodeState& after) {
    node_ = printable(after.name);
    const Records old = records_of(before), now = records_of(after);
    for (const auto& [port, records] : old) {
      const auto it = now.find(port);
      if (it == now.end())
        lost(port, *records.front());
      else if (names(records) != names(it->second))
        replaced(port, records, it->second);
    }
    for (const auto& [port, records] : now)
      if (!old.contains(port))
        add(Verdict::warn, port, "nobody, as before",
            fmt::format("new neighbour {}", who(*records.front())), "check it against the plan");
  }

  void gone(const NodeState& before) {
    unknown(before.name, "LLDP data, as before", "no data now", "collect again");
  }

  // The earlier reading has nothing of this node: what changed since cannot be told.
  void never_there(const std::string& node, const std::string& why) {
    unknown(node, "LLDP data in the earlier snapshot", why,
            "give an earlier snapshot that has it, or leave --before out");
  }

 private:
  void add(Verdict verdict, const std::string& port, std::string expected, std::string observed,
           std::string next_step) {
    out_.push_back({"changes",
                    verdict,
                    fmt::format("{}:{}", node_, printable(port)),
                    std::move(expected),
                    std::move(observed),
                    std::move(next_step),
                    {}});
  }

  void unknown(const std::string& node, std::string expected, std::string observed,
               std::string next_step) {
    out_.push_back({"changes",
                    Verdict::unknown,
                    printable(node),
                    std::move(expected),
                    std::move(observed),
                    std::move(next_step),
                    {}});
  }

  void lost(const std::string& port, const Neighbour& was) {
    add(Verdict::fail, port, fmt::format("{}, as before", who(was)),
        fmt::format("lost its neighbour {} ({} in the earlier snapshot)", who(was), age(was)),
        "look at the link: a cable pulled, a port down, or LLDP stopped at the far end");
  }

  void replaced(const std::string& port, const std::vector<const Neighbour*>& old,
                const std::vector<const Neighbour*>& now) {
    const auto a = names(old), b = names(now);
    add(Verdict::fail, port, join({a.begin(), a.end()}, ", "),
        fmt::format("now {}", join({b.begin(), b.end()}, ", ")), "check it against the plan");
  }

  std::vector<Finding>& out_;
  std::string node_;
};

}  // namespace

std::vector<Finding> neighbour_changes(const Snapshot& before, const Snapshot& after) {
  std::vector<Finding> out;
  Changes changes(out);
  std::set<std::string> told;
  const auto matters = [](const Gap& gap) {
    return gap.what.find("LLDP") != gap.what.npos ||
           gap.what.find("that was given") != gap.what.npos;
  };
  for (const Gap& gap : before.gaps)
    if (matters(gap) && told.insert(lower(gap.subject)).second)
      changes.never_there(gap.subject, printable(gap.why, 400));
  std::map<std::string, const NodeState*> now;
  for (const NodeState& node : after.nodes) now[lower(node.name)] = &node;
  for (const NodeState& node : before.nodes) {
    const auto it = now.find(lower(node.name));
    const bool read_now = it != now.end() && it->second->neighbours;
    if (!node.neighbours && read_now && !told.contains(lower(node.name)))
      changes.never_there(node.name, "no LLDP data of this node was collected");
    if (!node.neighbours) continue;
    if (!read_now)
      changes.gone(node);
    else
      changes.compare(node, *it->second);
  }
  return out;
}

}  // namespace weft

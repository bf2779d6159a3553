// What checks share; see check.h.

#include "check/check.h"

#include <fmt/format.h>

#include <set>

#include "check/cables.h"

namespace weft {

std::vector<Joined> joined_ports(FabricView& fabric, const CheckInput& input) {
  const Hearing hearing(fabric, input.seen, input.aliases);
  std::vector<PortId> planned(fabric.port_count(), nobody);
  std::vector<Joined> out;
  std::set<std::pair<PortId, PortId>> known;
  const auto ordered = [](PortId a, PortId b) { return std::pair{std::min(a, b), std::max(a, b)}; };
  for (const Link& link : input.plan.links) {
    if (!link.far_end_known() || link.disputed || link.status != LinkStatus::connected) continue;
    const PortId a = fabric.port(fabric.node(link.a.node), link.a.name);
    const PortId b = fabric.port(fabric.node(link.b.node), link.b.name);
    if (fabric.is_panel(fabric.node_of(a)) || fabric.is_panel(fabric.node_of(b))) continue;
    planned[std::size_t(a)] = b;
    planned[std::size_t(b)] = a;
    if (!input.only.has(link)) continue;
    out.push_back({a, b, &link});
    known.insert(ordered(a, b));
  }
  const auto views = decide_cables(fabric, hearing, planned);
  std::erase_if(out, [&](const Joined& j) {
    const PortId at_a = views[std::size_t(j.a)].peer, at_b = views[std::size_t(j.b)].peer;
    return (at_a != nobody && at_a != j.b) || (at_b != nobody && at_b != j.a);
  });
  if (input.only.has_node(nullptr))  // all of it: cables that the plan does not have count too
    for (PortId p = 0; p < PortId(views.size()); ++p)
      if (const PortId q = views[std::size_t(p)].peer; q > p && !known.contains(ordered(p, q)))
        out.push_back({p, q, nullptr});
  return out;
}

std::string span_text(std::int64_t milliseconds) {
  const std::int64_t s = milliseconds / 1000;
  if (s < 120) return fmt::format("{} s", s);
  if (s < 7200) return fmt::format("{} min", s / 60);
  if (s < 172800) return fmt::format("{} h", s / 3600);
  return fmt::format("{} d", s / 86400);
}

}  // namespace weft

// Fewest moves; see moves.h for why they are the fewest.

#include "check/moves.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace weft {
namespace {

struct Ends {
  std::int32_t link = -1, cable = -1;  // the port at the far end of either
};

using EndsOf = std::unordered_map<std::int32_t, Ends>;

std::int32_t next_of(const EndsOf& ends, std::int32_t port, bool along_link) {
  const Ends& e = ends.at(port);
  return along_link ? e.link : e.cable;
}

// Walks from `start`, first along a link or a cable, until there is no further edge or it is round.
Tangle walk(const EndsOf& ends, std::int32_t start, bool along_link) {
  Tangle t;
  t.starts_with_link = along_link;
  t.ports.push_back(start);
  for (std::int32_t at = start;; along_link = !along_link) {
    at = next_of(ends, at, along_link);
    if (at < 0) break;
    if (at == start) {
      t.ring = true;
      break;
    }
    t.ports.push_back(at);
  }
  return t;
}

// What it costs when the cable that is edge `i` serves the link on its right (or left) side.
struct Choice {
  std::int32_t from, to, stays;
};

Choice serve(const Tangle& t, std::size_t i, bool right) {
  const std::size_t n = t.ports.size();
  const auto at = [&](std::size_t k) { return t.ports[k % n]; };
  if (right) return {at(i), at(i + 2), at(i + 1)};
  return {at(i + 1), at(i + n - 1), at(i)};
}

// Fewest far moves first, then fewest between devices of a rack.
std::int64_t cost_of(Scope scope) {
  static constexpr std::array<std::int64_t, 3> costs = {0, 1, std::int64_t{1} << 32};
  return costs[static_cast<std::size_t>(scope)];
}

class Planner {
 public:
  Planner(const Places& places, MovePlan& out) : places_(places), out_(out) {}

  void add(const Tangle& t) {
    std::vector<std::size_t> cables;
    for (std::size_t i = 0; i < t.edges(); ++i)
      if (!t.is_link(i)) cables.push_back(i);
    if (t.ring) return ring(t, cables);
    const bool link_first = t.starts_with_link;
    const bool link_last = t.is_link(t.edges() - 1);
    if (link_first == link_last) return split(t, cables, link_first);
    // As many cables as links: each serves the link on the side where the path begins with one.
    if (link_first)
      for (const std::size_t i : cables) move(t, i, false);
    else
      for (auto i = cables.rbegin(); i != cables.rend(); ++i) move(t, *i, true);
  }

  // Cables left over serve links left over, nearest first.
  void use_spares() {
    std::vector<bool> used(spares_.size(), false);
    for (const Scope scope : {Scope::device, Scope::rack, Scope::elsewhere}) {
      std::map<PortPair, std::vector<std::size_t>> by_area;
      for (std::size_t i = spares_.size(); i > 0; --i)
        if (!used[i - 1]) by_area[area_of(spares_[i - 1].cable, scope)].push_back(i - 1);
      std::erase_if(out_.lay, [&](const PortPair& link) {
        const auto found = by_area.find(area_of(link, scope));
        if (found == by_area.end() || found->second.empty() || !known(found->first)) return false;
        use(spares_[found->second.back()], link);
        used[found->second.back()] = true;
        found->second.pop_back();
        return true;
      });
    }
    std::vector<Spare> rest;
    for (std::size_t i = 0; i < spares_.size(); ++i)
      if (!used[i]) rest.push_back(spares_[i]);
    spares_ = std::move(rest);
  }

  void keep_spares() {
    for (const Spare& s : spares_) out_.removed.push_back(s.cable);
  }

 private:
  struct Spare {
    PortPair cable;
    bool parked;  // both ends were taken out for a neighbour's sake
  };

  Scope scope_of(const Choice& c) const { return places_.scope(c.from, c.to); }
  std::int64_t cost(const Tangle& t, std::size_t i, bool right) const {
    return cost_of(scope_of(serve(t, i, right)));
  }

  std::size_t note(const PortPair& cable, const Choice& c, bool spare = false) {
    out_.moves.push_back({cable, c.from, c.to, c.stays, scope_of(c), spare});
    return out_.moves.size() - 1;
  }

  void move(const Tangle& t, std::size_t i, bool right) {
    const Choice c = serve(t, i, right);
    const std::size_t m = note(t.edge(i), c);
    out_.steps.push_back({MoveStep::Action::move, t.edge(i), c.from, c.to, m});
  }

  // All ports are taken: one end is parked, the others follow into what became free.
  void ring(const Tangle& t, std::vector<std::size_t> cables) {
    std::int64_t left = 0, right = 0;
    for (const std::size_t i : cables) left += cost(t, i, false), right += cost(t, i, true);
    const bool go_right = right < left;
    // Serving the right link frees ports[i], which the cable before it wants; left: the one after.
    if (go_right) std::ranges::reverse(cables);
    const std::size_t first = cables.front();
    const Choice parked = serve(t, first, go_right);
    const std::size_t m = note(t.edge(first), parked);
    out_.steps.push_back({MoveStep::Action::park, t.edge(first), parked.from, -1, m});
    for (std::size_t k = 1; k < cables.size(); ++k) move(t, cables[k], go_right);
    out_.steps.push_back({MoveStep::Action::plug, t.edge(first), -1, parked.to, m});
  }

  // A path with a link (or a cable) at both ends: one of them is left over. Which one is free to
  // choose, so the choice is the cheapest.
  void split(const Tangle& t, const std::vector<std::size_t>& cables, bool link_left_over) {
    const std::size_t n = cables.size();
    const std::size_t choices = link_left_over ? n + 1 : n;
    std::size_t best = 0;
    std::int64_t now = 0, cheapest = 0;
    // Choice 0: everything goes the way that frees the first; each step turns one cable round.
    for (std::size_t k = link_left_over ? 0 : 1; k < n; ++k)
      now += cost(t, cables[k], link_left_over);
    cheapest = now;
    for (std::size_t s = 1; s < choices; ++s) {
      if (link_left_over)
        now += cost(t, cables[s - 1], false) - cost(t, cables[s - 1], true);
      else
        now += cost(t, cables[s - 1], true) - cost(t, cables[s], false);
      if (now < cheapest) cheapest = now, best = s;
    }
    if (link_left_over)
      leave_link(t, cables, best);
    else
      leave_cable(t, cables, best);
  }

  void leave_link(const Tangle& t, const std::vector<std::size_t>& cables, std::size_t s) {
    for (std::size_t k = 0; k < s; ++k) move(t, cables[k], false);
    for (std::size_t k = cables.size(); k > s; --k) move(t, cables[k - 1], true);
    out_.lay.push_back(t.edge(2 * s));
  }

  void leave_cable(const Tangle& t, const std::vector<std::size_t>& cables, std::size_t s) {
    const PortPair spare = t.edge(cables[s]);
    const bool in_the_way = cables.size() > 1;
    if (in_the_way)
      for (const std::int32_t end : {spare.first, spare.second})
        out_.steps.push_back({MoveStep::Action::remove, spare, end, -1, 0});
    spares_.push_back({spare, in_the_way});
    for (std::size_t k = s; k > 0; --k) move(t, cables[k - 1], true);
    for (std::size_t k = s + 1; k < cables.size(); ++k) move(t, cables[k], false);
  }

  // The better way round of a spare cable's two ends.
  std::array<Choice, 2> ways(const PortPair& cable, const PortPair& link) const {
    const auto way = [&](std::int32_t x, std::int32_t y) {
      return std::array<Choice, 2>{Choice{cable.first, x, cable.second},
                                   Choice{cable.second, y, x}};
    };
    const auto price = [&](const std::array<Choice, 2>& w) {
      return cost_of(scope_of(w[0])) + cost_of(scope_of(w[1]));
    };
    const auto one = way(link.first, link.second), two = way(link.second, link.first);
    return price(two) < price(one) ? two : one;
  }

  // The two devices, or racks, that a cable joins, in order; everything is one area elsewhere.
  PortPair area_of(const PortPair& cable, Scope scope) const {
    if (scope == Scope::elsewhere) return {0, 0};
    const auto& of = scope == Scope::device ? places_.device : places_.rack;
    const std::int32_t x = of[static_cast<std::size_t>(cable.first)];
    const std::int32_t y = of[static_cast<std::size_t>(cable.second)];
    return {std::min(x, y), std::max(x, y)};
  }
  static bool known(const PortPair& area) { return area.first >= 0; }

  void use(const Spare& spare, const PortPair& link) {
    if (spare.parked)  // it was taken out as not needed; now it is parked instead
      for (MoveStep& step : out_.steps)
        if (step.action == MoveStep::Action::remove && step.cable == spare.cable)
          step.action = MoveStep::Action::park;
    for (const Choice& c : ways(spare.cable, link)) {
      const std::size_t m = note(spare.cable, c, true);
      for (MoveStep& step : out_.steps)
        if (step.action == MoveStep::Action::park && step.from == c.from) step.move = m;
      if (spare.parked)
        out_.steps.push_back({MoveStep::Action::plug, spare.cable, -1, c.to, m});
      else
        out_.steps.push_back({MoveStep::Action::move, spare.cable, c.from, c.to, m});
    }
  }

  const Places& places_;
  MovePlan& out_;
  std::vector<Spare> spares_;
};

}  // namespace

std::vector<Tangle> tangles(const std::vector<PortPair>& links,
                            const std::vector<PortPair>& cables) {
  EndsOf ends;
  ends.reserve((links.size() + cables.size()) * 2);
  std::vector<std::int32_t> order;
  const auto end = [&](std::int32_t port) -> Ends& {
    const auto [it, is_new] = ends.try_emplace(port);
    if (is_new) order.push_back(port);
    return it->second;
  };
  for (const auto& [a, b] : links) end(a).link = b, end(b).link = a;
  for (const auto& [a, b] : cables) end(a).cable = b, end(b).cable = a;
  std::erase_if(ends, [](const auto& e) { return e.second.link == e.second.cable; });
  std::vector<Tangle> out;
  const auto take = [&](std::int32_t port, bool along_link) {
    out.push_back(walk(ends, port, along_link));
    for (const std::int32_t p : out.back().ports) ends.erase(p);
  };
  // Paths first, from the end that has a link where one has; what is left are rings.
  for (const bool link_first : {true, false})
    for (const std::int32_t port : order)
      if (const auto it = ends.find(port); it != ends.end())
        if (link_first ? it->second.cable < 0 : it->second.link < 0) take(port, link_first);
  for (const std::int32_t port : order)
    if (ends.contains(port)) take(port, true);
  return out;
}

MovePlan moves_in(const Tangle& tangle, const Places& places) {
  MovePlan plan;
  Planner planner(places, plan);
  planner.add(tangle);
  planner.keep_spares();
  return plan;
}

MovePlan fewest_moves(const std::vector<PortPair>& links, const std::vector<PortPair>& cables,
                      const Places& places) {
  MovePlan plan;
  Planner planner(places, plan);
  for (const Tangle& t : tangles(links, cables)) planner.add(t);
  planner.use_spares();
  planner.keep_spares();
  return plan;
}

}  // namespace weft

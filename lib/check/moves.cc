// Fewest moves; see moves.h for why they are the fewest.

#include "check/moves.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <unordered_map>

#include "check/spares.h"

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
  Planner(const PortPlaces& places, MovePlan& out) : places_(places), out_(out) {}

  void add(const Tangle& t) {
    std::vector<std::size_t> cables;
    for (std::size_t i = 0; i < t.edges(); ++i)
      if (!t.is_link(i)) cables.push_back(i);
    if (t.ring) return ring(t, cables);
    const bool link_first = t.starts_with_link;
    const bool link_last = t.is_link(t.edges() - 1);
    if (link_first == link_last) return split(t, std::move(cables), link_first);
    // As many cables as links: each serves the link on the side where the path begins with one.
    if (link_first)
      for (const std::size_t i : cables) move(t, i, false);
    else
      for (auto i = cables.rbegin(); i != cables.rend(); ++i) move(t, *i, true);
  }

  // Each path with a cable or a link too many leaves the one that is cheapest by itself.
  void leave_cheapest() {
    for (const Open& o : open_) leave(o, o.best);
  }

  // Cables left over serve links left over, so that the ends go as near as can be. Which cable and
  // which link of a path are left over is a part of that choice; only where there are very many of
  // them each path chooses by itself, and the nearest go first.
  void use_spares() {
    std::vector<const Open*> cables, links;
    std::size_t all_cables = 0, all_links = 0;
    for (const Open& o : open_) {
      (o.link_left_over ? links : cables).push_back(&o);
      (o.link_left_over ? all_links : all_cables) += o.prices.size();
    }
    const std::size_t fewer = std::min(cables.size(), links.size());
    const bool few =
        all_cables * all_links <= 4'000'000 && cables.size() * links.size() * fewer <= 100'000'000;
    if (few) return match(cables, links);
    leave_cheapest();
    nearest_first();
  }

  void keep_spares() {
    for (const Spare& s : spares_) out_.removed.push_back(s.cable);
  }

 private:
  struct Spare {
    PortPair cable;
    bool parked;  // both ends were taken out for a neighbour's sake
  };

  // A path that has a cable, or a link, more than the other.
  struct Open {
    const Tangle* tangle;
    std::vector<std::size_t> cables;  // its edges that are cables
    bool link_left_over;
    std::vector<std::int64_t> prices;  // of leaving the first, the second, ...
    std::size_t best;

    std::int64_t price(std::size_t i) const { return prices[i] - prices[best]; }
    PortPair left(std::size_t i) const { return tangle->edge(link_left_over ? 2 * i : cables[i]); }
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

  // A path with a link (or a cable) at both ends: one of them is left over, and which one is free
  // to choose.
  void split(const Tangle& t, std::vector<std::size_t> cables, bool link_left_over) {
    const std::size_t n = cables.size();
    const std::size_t choices = link_left_over ? n + 1 : n;
    std::vector<std::int64_t> prices(choices);
    // Choice 0: everything goes the way that frees the first; each step turns one cable round.
    for (std::size_t k = link_left_over ? 0 : 1; k < n; ++k)
      prices[0] += cost(t, cables[k], link_left_over);
    for (std::size_t s = 1; s < choices; ++s)
      prices[s] = prices[s - 1] +
                  (link_left_over ? cost(t, cables[s - 1], false) - cost(t, cables[s - 1], true)
                                  : cost(t, cables[s - 1], true) - cost(t, cables[s], false));
    const auto best = std::size_t(std::ranges::min_element(prices) - prices.begin());
    open_.push_back({&t, std::move(cables), link_left_over, std::move(prices), best});
  }

  void leave(const Open& open, std::size_t i) {
    if (open.link_left_over)
      leave_link(*open.tangle, open.cables, i);
    else
      leave_cable(*open.tangle, open.cables, i);
  }

  struct Pick {
    std::int64_t price = 0;
    std::size_t cable = 0, link = 0;  // which of the path is left over
  };

  Pick pick(const Open& cables, const Open& links) const {
    Pick best{std::numeric_limits<std::int64_t>::max(), 0, 0};
    for (std::size_t c = 0; c < cables.prices.size(); ++c)
      for (std::size_t l = 0; l < links.prices.size(); ++l) {
        const std::int64_t price =
            cables.price(c) + links.price(l) + price_of(ways(cables.left(c), links.left(l)));
        if (price < best.price) best = {price, c, l};
      }
    return best;
  }

  void match(const std::vector<const Open*>& cables, const std::vector<const Open*>& links) {
    std::vector<std::vector<std::int64_t>> prices(cables.size());
    for (std::size_t c = 0; c < cables.size(); ++c)
      for (const Open* l : links) prices[c].push_back(pick(*cables[c], *l).price);
    const std::vector<std::int32_t> matched = cheapest_match(prices);
    std::vector<bool> served(links.size());
    std::vector<std::pair<Spare, PortPair>> uses;
    for (std::size_t c = 0; c < cables.size(); ++c) {
      if (matched[c] < 0) {
        leave(*cables[c], cables[c]->best);
        continue;
      }
      const auto l = std::size_t(matched[c]);
      served[l] = true;
      const Pick chosen = pick(*cables[c], *links[l]);
      leave(*cables[c], chosen.cable);
      leave(*links[l], chosen.link);
      uses.emplace_back(spares_.back(), out_.lay.back());
      spares_.pop_back();
      out_.lay.pop_back();
    }
    for (std::size_t l = 0; l < links.size(); ++l)
      if (!served[l]) leave(*links[l], links[l]->best);
    for (const auto& [spare, link] : uses) use(spare, link);
  }

  // Both ends on their devices first, then one of them and the other in its rack, and so on.
  void nearest_first() {
    using enum Scope;
    std::vector<bool> used(spares_.size());
    for (const auto& [p, q] : {std::pair{device, device},
                               {device, rack},
                               {rack, rack},
                               {device, elsewhere},
                               {rack, elsewhere},
                               {elsewhere, elsewhere}}) {
      std::map<PortPair, std::vector<std::size_t>> by_area;
      for (std::size_t i = spares_.size(); i > 0; --i)
        if (!used[i - 1])
          for (const PortPair& area : areas_of(spares_[i - 1].cable, p, q))
            by_area[area].push_back(i - 1);
      std::erase_if(out_.lay, [&, p = p, q = q](const PortPair& link) {
        for (const PortPair& area : areas_of(link, p, q)) {
          const auto found = by_area.find(area);
          if (found == by_area.end()) continue;
          auto& list = found->second;
          while (!list.empty() && used[list.back()]) list.pop_back();
          if (list.empty()) continue;
          use(spares_[list.back()], link);
          used[list.back()] = true;
          return true;
        }
        return false;
      });
    }
    std::vector<Spare> rest;
    for (std::size_t i = 0; i < spares_.size(); ++i)
      if (!used[i]) rest.push_back(spares_[i]);
    spares_ = std::move(rest);
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

  using Ways = std::array<Choice, 2>;

  std::int64_t price_of(const Ways& w) const {
    return cost_of(scope_of(w[0])) + cost_of(scope_of(w[1]));
  }

  // The better way round of a spare cable's two ends.
  Ways ways(const PortPair& cable, const PortPair& link) const {
    const auto way = [&](std::int32_t x, std::int32_t y) {
      return Ways{Choice{cable.first, x, cable.second}, Choice{cable.second, y, x}};
    };
    const Ways one = way(link.first, link.second), two = way(link.second, link.first);
    return price_of(two) < price_of(one) ? two : one;
  }

  // The device or rack of a port; one area for all elsewhere; -2 where the rack is not known.
  std::int32_t area_of(std::int32_t port, Scope scope) const {
    if (scope == Scope::elsewhere) return -1;
    const auto p = static_cast<std::size_t>(port);
    if (scope == Scope::device) return places_.device[p];
    return places_.rack[p] < 0 ? -2 : places_.rack[p];
  }

  // A cable's areas either way round.
  std::vector<PortPair> areas_of(const PortPair& cable, Scope p, Scope q) const {
    std::vector<PortPair> out;
    for (const auto& [x, y] : {cable, PortPair{cable.second, cable.first}})
      if (const PortPair area{area_of(x, p), area_of(y, q)}; area.first > -2 && area.second > -2)
        out.push_back(area);
    return out;
  }

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

  const PortPlaces& places_;
  MovePlan& out_;
  std::vector<Open> open_;
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

MovePlan moves_in(const Tangle& tangle, const PortPlaces& places) {
  MovePlan plan;
  Planner planner(places, plan);
  planner.add(tangle);
  planner.leave_cheapest();
  planner.keep_spares();
  return plan;
}

MovePlan fewest_moves(const std::vector<PortPair>& links, const std::vector<PortPair>& cables,
                      const PortPlaces& places) {
  MovePlan plan;
  Planner planner(places, plan);
  const std::vector<Tangle> all = tangles(links, cables);
  for (const Tangle& t : all) planner.add(t);
  planner.use_spares();
  planner.keep_spares();
  return plan;
}

}  // namespace weft

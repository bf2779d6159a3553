// Names for tangles; see diagnosis.h. Widest pattern first: a row that is off, devices that are
// exchanged, then each ring and path by itself.

#include "check/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/text.h"

namespace weft {
namespace {

class Diagnosis {
 public:
  Diagnosis(Work& work, std::vector<Knot>& knots)
      : work_(work), fabric_(work.fabric), knots_(knots), ranks_(work) {
    for (const Work::LinkWork& w : work.links)
      for (const PortId p : {w.a, w.b})
        if (p != nobody) ++planned_[fabric_.node_of(p)];
  }

  void run() {
    swaps();
    rows();
    exchanges();
    for (Knot& k : knots_)
      if (!k.told) single(k);
    missing();
  }

 private:
  using Knots = std::vector<Knot*>;

  std::size_t cables(const Knot& k) const { return k.plan.moves.size() + k.plan.removed.size(); }
  Work::LinkWork& link_of(const PortPair& planned) {
    return work_.links[std::size_t(work_.link_at(planned.first))];
  }

  void swaps() {
    for (const Knot& k : knots_)
      if (k.tangle.ring && k.tangle.ports.size() == 4)
        for (std::size_t i = 0; i < 4; ++i)
          if (k.tangle.is_link(i)) link_of(k.tangle.edge(i)).result.state = LinkState::swapped;
  }

  // "planned a - b [label]: why", one a line, for each link; then the cables without one.
  std::vector<std::string> evidence(const Knots& group) {
    std::vector<std::string> out;
    for (const Knot* k : group)
      for (std::size_t i = 0; i < k->tangle.edges(); ++i) {
        const PortPair e = k->tangle.edge(i);
        if (!k->tangle.is_link(i)) {
          out.push_back("found   " + pair_text(fabric_, e.first, e.second));
          continue;
        }
        const auto& label = link_of(e).result.label;
        out.push_back(fmt::format("planned {}{}", pair_text(fabric_, e.first, e.second),
                                  label ? " (label " + printable(*label) + ")" : ""));
      }
    return out;
  }

  std::string rest(const Knots& group) const {
    std::size_t lay = 0, spare = 0;
    for (const Knot* k : group) lay += k->plan.lay.size(), spare += k->plan.removed.size();
    std::string out;
    if (lay > 0) out += fmt::format("; {} without a cable", count_of(lay, "planned link"));
    if (spare > 0) out += fmt::format("; {} left over", count_of(spare, "cable"));
    return out;
  }

  // All moves on one device and by the same distance: the key of a row, else nothing.
  std::optional<std::pair<NodeId, std::int32_t>> row_key(const Knot& k) const {
    std::optional<std::pair<NodeId, std::int32_t>> key;
    for (const Move& m : k.plan.moves) {
      if (fabric_.node_of(m.from) != fabric_.node_of(m.to)) return {};
      const std::pair here{fabric_.node_of(m.from), ranks_.rank(m.from) - ranks_.rank(m.to)};
      if (key && *key != here) return {};
      key = here;
    }
    return key;
  }

  void rows() {
    std::map<std::pair<NodeId, std::int32_t>, Knots> groups;
    for (Knot& k : knots_)
      if (const auto key = row_key(k)) groups[*key].push_back(&k);
    for (const auto& [key, group] : groups) {
      std::size_t moves = 0;
      for (const Knot* k : group) moves += k->plan.moves.size();
      if (moves >= 3 || (moves == 2 && group.size() == 1)) tell_row(key.first, key.second, group);
    }
  }

  // "every cable sits", or "5 of 7 cables sit" where the plan has more from the first one on.
  std::string how_many(NodeId node, const std::vector<PortId>& row) const {
    std::size_t all = 0;
    for (PortId p = 0; p < PortId(work_.link_of.size()); ++p)
      all += work_.link_at(p) >= 0 && fabric_.node_of(p) == node &&
             ranks_.rank(p) >= ranks_.rank(row.front());
    return all == row.size() ? "every cable sits"
                             : fmt::format("{} of {} cables sit", row.size(), all);
  }

  void tell_row(NodeId node, std::int32_t distance, const Knots& group) {
    std::vector<PortId> planned, found;
    for (Knot* k : group) {
      k->told = true;
      for (const Move& m : k->plan.moves) planned.push_back(m.to), found.push_back(m.from);
    }
    const auto less = [&](PortId x, PortId y) { return ranks_.rank(x) < ranks_.rank(y); };
    std::ranges::sort(planned, less);
    std::ranges::sort(found, less);
    std::vector<std::string> empty;
    for (const PortId p : planned)
      if (work_.view(p).peer == nobody) empty.push_back(fabric_.port_name(p));
    const std::string name = printable(fabric_.node_name(node));
    const std::string first = fabric_.port_name(planned.front());
    const std::string last = fabric_.port_name(planned.back());
    const std::string step = count_of(std::size_t(std::abs(distance)), "port");
    work_.find(Verdict::fail, fmt::format("{}:{} to {}", name, first, last),
               fmt::format("{} in {} to {}", count_of(planned.size(), "cable"), first, last),
               fmt::format("from {} on, {} {} too {}: they are in {} to {}{}{}", first,
                           how_many(node, planned), step, distance > 0 ? "high" : "low",
                           fabric_.port_name(found.front()), fabric_.port_name(found.back()),
                           empty.empty() ? "" : "; " + list_text(empty) + " empty", rest(group)),
               fmt::format("move each of the {} cables {} {} on {}, {} end first", planned.size(),
                           step, distance > 0 ? "down" : "up", fabric_.place(node),
                           distance > 0 ? "the low" : "the high"),
               evidence(group));
  }

  // The devices whose cables change places, in order; empty when one has two of them.
  std::vector<NodeId> turned(const Tangle& t, std::size_t side) const {
    std::vector<NodeId> nodes;
    for (std::size_t i = side; i < t.ports.size(); i += 2)
      nodes.push_back(fabric_.node_of(t.ports[i]));
    std::ranges::sort(nodes);
    if (std::ranges::adjacent_find(nodes) != nodes.end()) nodes.clear();
    return nodes;
  }

  void exchanges() {
    std::map<std::vector<NodeId>, Knots> groups;
    for (Knot& k : knots_)
      if (!k.told && k.tangle.ring)
        for (const std::size_t side : {0, 1})
          if (const auto key = turned(k.tangle, side); !key.empty()) groups[key].push_back(&k);
    std::vector<std::pair<std::vector<NodeId>, Knots>> sorted(groups.begin(), groups.end());
    std::ranges::stable_sort(
        sorted, [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
    for (auto& [key, group] : sorted) {
      std::erase_if(group, [](const Knot* k) { return k->told; });
      if (is_exchange(key, group.size())) tell_exchange(key, group);
    }
  }

  // A good part of a device's cables: a few crossed pairs between two devices are only that.
  bool is_exchange(const std::vector<NodeId>& nodes, std::size_t pairs) const {
    if (pairs < 2) return false;
    std::size_t fewest = planned_.at(nodes.front());
    for (const NodeId n : nodes) fewest = std::min(fewest, planned_.at(n));
    constexpr std::size_t many = 8;
    return pairs * 2 >= fewest || pairs >= many;
  }

  void tell_exchange(const std::vector<NodeId>& nodes, const Knots& group) {
    std::vector<std::string> names;
    for (const NodeId n : nodes) names.push_back(printable(fabric_.node_name(n)));
    std::ranges::sort(names, natural_before);
    std::size_t moves = 0;
    for (Knot* k : group) k->told = true, moves += k->plan.moves.size();
    const std::string all = join(names, names.size() == 2 ? " and " : ", ");
    work_.find(
        Verdict::fail, all, fmt::format("{} of each as planned", count_of(group.size(), "cable")),
        fmt::format("the cables of {} are exchanged, {} of each", all, group.size()),
        fmt::format("check first whether the devices (or their names) are exchanged; else {}, "
                    "see --moves",
                    count_of(moves, "cable move")),
        evidence(group));
  }

  void single(Knot& k) {
    const Knots alone = {&k};
    const Tangle& t = k.tangle;
    if (cables(k) == 0) return;                              // missing: told below
    if (!t.starts_with_link && t.ports.size() == 2) return;  // extra: told elsewhere
    k.told = true;
    if (t.ring && t.ports.size() == 4) return tell_swap(k);
    std::vector<std::string> subjects;
    for (std::size_t i = 0; i < t.edges(); ++i)
      if (t.is_link(i)) {
        link_of(t.edge(i)).told = true;
        subjects.push_back(pair_text(fabric_, t.edge(i).first, t.edge(i).second));
      }
    const std::size_t moves = k.plan.moves.size();
    if (moves == 1 && subjects.size() == 1) return tell_wrong(k);
    work_.find(
        Verdict::fail, list_text(subjects, 3),
        fmt::format("{} as planned", count_of(subjects.size(), "link")),
        fmt::format("{}{}",
                    t.ring ? fmt::format("{} cables are rotated: each is where the next "
                                         "belongs",
                                         moves)
                           : fmt::format("{} in a chain of wrong ports", count_of(moves, "cable")),
                    rest(alone)),
        next_step(k), evidence(alone));
  }

  std::string next_step(const Knot& k) const {
    std::vector<std::string> steps;
    for (const Move& m : k.plan.moves)
      steps.push_back(fmt::format("{} to {}", fabric_.where(m.from), fabric_.where(m.to)));
    return fmt::format("re-plug {}: {}{}", count_of(steps.size(), "cable end"), list_text(steps, 4),
                       k.tangle.ring ? " (park the first one)" : "");
  }

  // "rails 3 and 5 cross for this host", where the rails can be told.
  std::string crossed_rails(const Tangle& t) {
    std::vector<std::string> rails;
    for (std::size_t i = 0; i < 4; ++i) {
      if (!t.is_link(i)) continue;
      const Work::LinkWork& w = link_of(t.edge(i));
      const Link& link = work_.plan_link(std::size_t(&w - work_.links.data()));
      std::string rail;
      if (link.rail) rail = std::to_string(*link.rail);
      for (const PortId p : {w.a, w.b})
        if (const Node* n = fabric_.plan_node(fabric_.node_of(p)); rail.empty() && n != nullptr)
          rail = n->rail ? std::to_string(*n->rail) : rail_in_name(n->name);
      if (rail.empty()) return "";
      rails.push_back(rail);
    }
    return rails[0] == rails[1]
               ? ""
               : fmt::format("; rails {} and {} cross for this host", rails[0], rails[1]);
  }

  // "3" of "r3-leaf", "rail3-leaf1", "leaf1-r3"; "" when the name has no such part.
  static std::string rail_in_name(std::string_view name) {
    for (const std::string_view raw : split(name.substr(0, name.find('.')), '-')) {
      std::string_view part = raw;
      if (part.starts_with("rail"))
        part.remove_prefix(4);
      else if (part.starts_with("r"))
        part.remove_prefix(1);
      else
        continue;
      if (parse_uint(part)) return std::string(part);
    }
    return "";
  }

  void tell_swap(const Knot& k) {
    const Tangle& t = k.tangle;
    std::vector<PortPair> planned;
    for (std::size_t i = 0; i < 4; ++i)
      if (t.is_link(i)) planned.push_back(t.edge(i));
    std::string effect, subject;
    // Written from the device that has both cables, when one has.
    for (auto& [a, b] : planned) {
      const auto other = &a == &planned[0].first ? planned[1] : planned[0];
      const NodeId mine = fabric_.node_of(a);
      if (mine != fabric_.node_of(other.first) && mine != fabric_.node_of(other.second))
        std::swap(a, b);
    }
    const auto& [p, q] = std::pair(planned[0].first, planned[1].first);
    if (fabric_.node_of(p) == fabric_.node_of(q)) {
      subject = fmt::format("{}: {} and {}", printable(fabric_.node_name(fabric_.node_of(p))),
                            fabric_.port_name(p), fabric_.port_name(q));
      effect = crossed_rails(t);
    } else {
      subject = fmt::format("{} and {}", pair_text(fabric_, planned[0].first, planned[0].second),
                            pair_text(fabric_, planned[1].first, planned[1].second));
    }
    for (const PortPair& e : planned) link_of(e).told = true;
    const auto found = [&](PortId x) { return fabric_.text(work_.view(x).peer); };
    PortId first = k.plan.moves[0].from, second = k.plan.moves[1].from;
    if (natural_before(fabric_.text(second), fabric_.text(first))) std::swap(first, second);
    work_.find(Verdict::fail, subject,
               fmt::format("{}; {}", pair_text(fabric_, planned[0].first, planned[0].second),
                           pair_text(fabric_, planned[1].first, planned[1].second)),
               fmt::format("swapped: {} is on {}, {} on {}{}", fabric_.text(p), found(p),
                           fabric_.text(q), found(q), effect),
               fmt::format("exchange the cable ends in {} and {}", fabric_.where(first),
                           fabric_.where(second)),
               evidence({&k}));
  }

  std::vector<std::string> evidence(std::initializer_list<const Knot*> list) {
    Knots group;
    for (const Knot* k : list) group.push_back(const_cast<Knot*>(k));
    return evidence(group);
  }

  void tell_wrong(Knot& k) {
    const Move& m = k.plan.moves[0];
    Work::LinkWork& w = work_.links[std::size_t(work_.link_at(m.to))];
    std::vector<std::string> lines = evidence({&k});
    for (const std::string& raw : w.result.raw) lines.push_back(raw);
    work_.find(Verdict::fail, pair_text(fabric_, w.a, w.b), pair_text(fabric_, w.a, w.b),
               w.result.reason + rest({&k}),
               fmt::format("re-plug one end: {} to {}", fabric_.where(m.from), fabric_.where(m.to)),
               lines);
  }

  std::string place_of(const Work::LinkWork& w) const {
    return fmt::format("{} and {}", fabric_.where(w.a), fabric_.where(w.b));
  }

  // Links with no cable in sight, and wrong ones whose far end cannot be told: together per node
  // when there are many.
  void missing() {
    std::map<NodeId, std::vector<Work::LinkWork*>> by_node;
    for (const Knot& k : knots_) {
      if (cables(k) != 0) continue;
      Work::LinkWork& w = link_of(k.tangle.edge(0));
      if (w.told) continue;
      if (w.result.state == LinkState::wrong)
        tell_half_wrong(w);
      else
        by_node[fabric_.node_of(w.a)].push_back(&w);
    }
    for (const auto& [node, links] : by_node) {
      if (links.size() >= 4)
        tell_missing(node, links);
      else
        for (Work::LinkWork* w : links) tell_missing(*w);
    }
  }

  void tell_half_wrong(Work::LinkWork& w) {
    work_.find(Verdict::fail, pair_text(fabric_, w.a, w.b), pair_text(fabric_, w.a, w.b),
               w.result.reason,
               fmt::format("trace the cable in {}", fabric_.where(w.at == nobody ? w.a : w.at)),
               w.result.raw);
  }

  void tell_missing(const Work::LinkWork& w) {
    std::vector<std::string> lines = w.result.raw;
    const auto& label = w.result.label;
    const std::string named = label ? "cable " + printable(*label) : "the cable";
    work_.find(Verdict::fail, pair_text(fabric_, w.a, w.b), pair_text(fabric_, w.a, w.b),
               "missing: " + w.result.reason,
               w.result.reason.find("operator") != std::string::npos
                   ? "enable the port, then collect again"
                   : fmt::format("look for {} at {}", named, place_of(w)),
               lines);
  }

  void tell_missing(NodeId node, const std::vector<Work::LinkWork*>& links) {
    std::vector<std::string> ports, lines;
    for (const Work::LinkWork* w : links) {
      ports.push_back(fabric_.port_name(w->a));
      lines.push_back(pair_text(fabric_, w->a, w->b) + ": " + w->result.reason);
    }
    std::ranges::sort(ports, natural_before);
    const std::string name = printable(fabric_.node_name(node));
    work_.find(Verdict::fail, name, count_of(links.size(), "planned link"),
               fmt::format("missing: nobody is heard on {}", list_text(ports)),
               fmt::format("look at those ports of {} and at their far ends", name), lines);
  }

  Work& work_;
  const FabricView& fabric_;
  std::vector<Knot>& knots_;
  Ranks ranks_;
  std::unordered_map<NodeId, std::size_t> planned_;  // links of each node
};

}  // namespace

Ranks::Ranks(const Work& work) : rank_(work.fabric.port_count(), -1) {
  std::vector<std::vector<PortId>> by_node(work.fabric.node_count());
  for (PortId p = 0; p < PortId(work.fabric.port_count()); ++p)
    if (work.link_at(p) >= 0 || work.view(p).peer != nobody || work.view(p).heard != nullptr)
      by_node[std::size_t(work.fabric.node_of(p))].push_back(p);
  for (auto& ports : by_node) {
    std::ranges::sort(ports, [&](PortId a, PortId b) {
      return natural_before(work.fabric.port_name(a), work.fabric.port_name(b));
    });
    for (std::size_t i = 0; i < ports.size(); ++i) rank_[std::size_t(ports[i])] = std::int32_t(i);
  }
}

void diagnose(Work& work, const PortPlaces&, std::vector<Knot>& knots) {
  Diagnosis(work, knots).run();
}

}  // namespace weft

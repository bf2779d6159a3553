// Cables that are not where the plan has them: collects them, has them diagnosed, and plans the
// moves.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/diagnosis.h"

namespace weft {
namespace {

using LinkWork = Work::LinkWork;

// Ports that serve management on a switch: judged only when the plan has them.
bool is_management_port(const Work& work, PortId p) {
  const std::string name = lower(work.fabric.port_name(p));
  if (name != "eth0" && name != "mgmt0" && name != "ma1" && name != "oob0" &&
      !name.starts_with("management"))
    return false;
  const NodeId node = work.fabric.node_of(p);
  const Node* plan = work.fabric.plan_node(node);
  if (plan != nullptr && plan->role != Role::unknown && plan->role != Role::host) return true;
  return work.fabric.find_port(node, "swp1") != nobody ||
         work.fabric.find_port(node, "swp1s0") != nobody ||
         work.fabric.find_port(node, "Ethernet0") != nobody;
}

class Displaced {
 public:
  explicit Displaced(Work& work) : work_(work), fabric_(work.fabric) {}

  void run() {
    infer_ports();
    collect_links();
    collect_cables();
    half_seen();
    note_open_ports();
    places();
    std::vector<Knot> knots;
    for (Tangle& t : tangles(links_, cables_)) {
      MovePlan own = moves_in(t, places_);
      knots.push_back({std::move(t), std::move(own)});
    }
    diagnose(work_, places_, knots);
    for (const Knot& k : knots)
      if (!k.tangle.starts_with_link && k.tangle.ports.size() == 2)
        extra(k.tangle.ports[0], k.tangle.ports[1]);
    tell_extras();
    if (management_ > 0)
      work_.out.notes.push_back(
          fmt::format("{} on management ports that the plan does not have: not judged",
                      count_of(management_, "neighbour")));
    write_moves(fewest_moves(links_, cables_, places_));
  }

 private:
  bool active(std::int32_t link) const {
    if (link < 0) return false;
    const LinkWork& w = work_.links[std::size_t(link)];
    const Link& plan = work_.plan_link(std::size_t(link));
    return w.selected && w.b != nobody && plan.status == LinkStatus::connected &&
           (w.kind == LinkCase::plain || w.kind == LinkCase::one_way) &&
           (w.result.state == LinkState::wrong || w.result.state == LinkState::missing);
  }

  // A device that is known without its port: when the plan has one open link between the two, that
  // is the port.
  void infer_ports() {
    std::map<std::pair<NodeId, NodeId>, std::vector<PortId>>
        open;  // (far device, here) -> far ports
    for (std::size_t i = 0; i < work_.links.size(); ++i) {
      const LinkWork& w = work_.links[i];
      if (!active(std::int32_t(i))) continue;
      for (const auto& [far, here] : {std::pair{w.a, w.b}, std::pair{w.b, w.a}})
        if (work_.view(far).peer == nobody && work_.view(far).heard == nullptr)
          open[{fabric_.node_of(far), fabric_.node_of(here)}].push_back(far);
    }
    for (const LinkWork& w : work_.links)
      for (const PortId p : {w.a, w.b}) {
        if (p == nobody || !active(work_.link_at(p))) continue;
        PortView& v = work_.views[std::size_t(p)];
        if (v.heard == nullptr || v.heard->port != nobody || v.peer != nobody) continue;
        const NodeId far = v.heard->dpu_of != nobody ? v.heard->dpu_of : v.heard->node;
        const auto it = open.find({far, fabric_.node_of(p)});
        if (it == open.end() || it->second.size() != 1 || work_.view(it->second[0]).peer != nobody)
          continue;
        v.peer = it->second[0];
        work_.views[std::size_t(v.peer)].peer = p;
      }
  }

  void collect_links() {
    for (std::size_t i = 0; i < work_.links.size(); ++i)
      if (active(std::int32_t(i))) links_.push_back({work_.links[i].a, work_.links[i].b});
  }

  void collect_cables() {
    for (PortId p = 0; p < PortId(work_.views.size()); ++p) {
      const PortId q = work_.view(p).peer;
      if (q <= p) continue;
      const std::int32_t lp = work_.link_at(p), lq = work_.link_at(q);
      if (lp >= 0 && lp == lq) continue;
      if (work_.explained.contains(p) || work_.explained.contains(q)) continue;
      if (!active(lp) && !active(lq) && !is_extra(p, q, lp, lq)) continue;
      cables_.push_back({p, q});
    }
  }

  // Neither end is in a link that is judged here.
  bool is_extra(PortId p, PortId q, std::int32_t lp, std::int32_t lq) {
    for (const std::int32_t l : {lp, lq})
      if (l >= 0 && work_.plan_link(std::size_t(l)).status == LinkStatus::connected) return false;
    if (!in_selection(p) && !in_selection(q)) return false;
    if (is_management_port(work_, p) || is_management_port(work_, q)) return ++management_, false;
    return true;
  }

  bool in_selection(PortId p) const {
    return work_.in.only.has_node(fabric_.plan_node(fabric_.node_of(p)));
  }

  // Neighbours on ports that the plan does not have, whose own port cannot be told.
  void half_seen() {
    for (PortId p = 0; p < PortId(work_.views.size()); ++p) {
      const PortView& v = work_.view(p);
      if (v.peer != nobody || work_.link_at(p) >= 0 || work_.explained.contains(p)) continue;
      const Heard* h = v.heard != nullptr ? v.heard : work_.hearing.other_protocol(p);
      if (h == nullptr || !in_selection(p)) continue;
      if (is_management_port(work_, p))
        ++management_;
      else
        half_.push_back({p, h});
    }
  }

  void places() {
    std::map<std::string, std::int32_t> racks;
    places_.device.resize(fabric_.port_count());
    places_.rack.assign(fabric_.port_count(), -1);
    for (PortId p = 0; p < PortId(fabric_.port_count()); ++p) {
      const NodeId node = fabric_.node_of(p);
      places_.device[std::size_t(p)] = node;
      const Node* plan = fabric_.plan_node(node);
      if (plan == nullptr || !plan->rack) continue;
      places_.rack[std::size_t(p)] =
          racks.emplace(*plan->rack, std::int32_t(racks.size())).first->second;
    }
  }

  void add_extra(std::string a, std::string b, std::string reason, NodeId by, const Heard* raw) {
    LinkResult r;
    r.state = LinkState::extra;
    r.verdict = Verdict::warn;
    r.a = std::move(a);
    r.b = std::move(b);
    r.reason = std::move(reason);
    if (raw != nullptr)
      for (const Heard* one :
           {work_.hearing.first(raw->local), work_.hearing.other_protocol(raw->local)})
        for (; one != nullptr; one = work_.hearing.next(*one)) r.raw.push_back(one->raw());
    extras_[by].push_back(work_.out.links.size());
    work_.out.links.push_back(std::move(r));
  }

  bool left_open(PortId p) const { return open_.contains(p); }

  // What is done with ports that the plan leaves open is said: nobody is expected there.
  void note_open_ports() {
    std::size_t heard = 0, silent = 0, unread = 0;
    for (const Port& port : work_.in.plan.open_ports) {
      const NodeId node = fabric_.find_node(port.node).node;
      if (node == nobody || !work_.in.only.has_node(fabric_.plan_node(node))) continue;
      const PortId p = fabric_.find_port(node, port.name);
      const bool somebody =
          p != nobody && (work_.hearing.first(p) != nullptr || work_.view(p).peer != nobody);
      ++(somebody ? heard : fabric_.collected(node) ? silent : unread);
      if (p != nobody) open_.insert(p);
    }
    if (heard + silent + unread == 0) return;
    std::vector<std::string> parts;
    if (silent > 0) parts.push_back(fmt::format("{} silent, as planned", silent));
    if (heard > 0) parts.push_back(fmt::format("{} with a neighbour", heard));
    if (unread > 0) parts.push_back(fmt::format("{} not checked (no data)", unread));
    work_.out.notes.push_back(
        fmt::format("{} that the plan leaves open, checked as \"no neighbour expected\": {}",
                    count_of(heard + silent + unread, "port"), join(parts, ", ")));
  }

  void extra(PortId p, PortId q) {
    const bool unknown_p = fabric_.plan_node(fabric_.node_of(p)) == nullptr;
    const bool unknown_q = fabric_.plan_node(fabric_.node_of(q)) == nullptr;
    std::string reason = "heard, not planned";
    if (unknown_p || unknown_q)
      reason += fmt::format("; {} is not in the plan",
                            printable(fabric_.node_name(fabric_.node_of(unknown_p ? p : q))));
    if (left_open(p) || left_open(q)) reason += "; the plan leaves the port open";
    const PortView& v = work_.view(work_.view(p).heard != nullptr ? p : q);
    add_extra(fabric_.text(p), fabric_.text(q), std::move(reason),
              fabric_.node_of(unknown_p   ? p
                              : unknown_q ? q
                                          : p),
              v.heard);
  }

  void tell_extras() {
    for (const auto& [port, heard] : half_)
      add_extra(fabric_.text(port), heard->name(), "heard, not planned", fabric_.node_of(port),
                heard);
    for (const auto& [node, indices] : extras_) {
      std::vector<std::string> pairs;
      for (const std::size_t i : indices)
        pairs.push_back(work_.out.links[i].a + " - " + work_.out.links[i].b);
      const bool planned = fabric_.plan_node(node) != nullptr;
      if (indices.size() < 4) {
        for (const std::size_t i : indices)
          work_.find(Verdict::warn, work_.out.links[i].a + " - " + work_.out.links[i].b, "no cable",
                     work_.out.links[i].reason, "remove it, or add it to the plan",
                     work_.out.links[i].raw);
      } else {
        work_.find(
            Verdict::warn, printable(fabric_.node_name(node)), "no such cables",
            fmt::format("{} that the plan does not have{}", count_of(indices.size(), "cable"),
                        planned ? "" : "; the device is not in the plan either"),
            "add them to the plan, or remove them", pairs);
      }
    }
  }

  std::string cable_text(const PortPair& c) const { return pair_text(fabric_, c.first, c.second); }

  void write_moves(const MovePlan& plan) {
    static constexpr std::array scopes = {"device", "rack", "elsewhere"};
    static constexpr std::array actions = {"move", "park", "plug", "remove"};
    for (const Move& m : plan.moves) {
      CableMove move{cable_text(m.cable),
                     fabric_.where(m.from),
                     fabric_.where(m.to),
                     fabric_.where(m.stays),
                     scopes[std::size_t(m.scope)],
                     m.spare,
                     {}};
      if (const std::int32_t link = work_.link_at(m.to); link >= 0)
        move.label = work_.plan_link(std::size_t(link)).label;
      work_.out.moves.push_back(std::move(move));
    }
    for (const MoveStep& s : plan.steps) {
      CableStep step{actions[std::size_t(s.action)], cable_text(s.cable), {}, {}};
      if (s.from >= 0) step.from = fabric_.where(s.from);
      if (s.to >= 0) step.to = fabric_.where(s.to);
      work_.out.steps.push_back(std::move(step));
    }
    for (const PortPair& c : plan.lay) {
      const auto& label = work_.plan_link(std::size_t(work_.link_at(c.first))).label;
      work_.out.new_cables.push_back(
          fmt::format("{} - {}{}", fabric_.where(c.first), fabric_.where(c.second),
                      label ? " (label " + printable(*label) + ")" : ""));
    }
  }

  Work& work_;
  const FabricView& fabric_;
  std::vector<PortPair> links_, cables_;
  std::vector<std::pair<PortId, const Heard*>> half_;
  std::map<NodeId, std::vector<std::size_t>> extras_;
  std::set<PortId> open_;  // the plan leaves them without a cable
  std::size_t management_ = 0;
  PortPlaces places_;
};

}  // namespace

// Without a plan nothing is compared; who is heard by another protocol than LLDP is said.
static void only_heard(Work& work) {
  std::size_t heard = 0;
  for (const Heard& h : work.hearing.all()) {
    heard += h.record->is_lldp();
    if (h.record->is_lldp()) continue;
    const bool alone = work.hearing.first(h.local) == nullptr;
    work.out.notes.push_back(fmt::format("{}: {}{}, {}", work.fabric.text(h.local),
                                         alone ? "" : "extra ", h.name(),
                                         alone ? "no LLDP" : "not compared"));
  }
  work.out.notes.push_back(fmt::format("no plan was given: {} read, compared with nothing",
                                       count_of(heard, "neighbour")));
}

void find_displaced(Work& work) {
  if (work.in.has_plan()) return Displaced(work).run();
  only_heard(work);
}

}  // namespace weft

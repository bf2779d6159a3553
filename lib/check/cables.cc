// Deciding cables from both ends; see cables.h.

#include "check/cables.h"

#include <fmt/format.h>

#include "base/text.h"

namespace weft {
namespace {

class Decider {
 public:
  Decider(const FabricView& fabric, const Hearing& hearing, const std::vector<PortId>& planned)
      : fabric_(fabric), hearing_(hearing), planned_(planned), views_(fabric.port_count()) {}

  std::vector<PortView> run() {
    const auto n = PortId(views_.size());
    for (PortId p = 0; p < n; ++p) choose_speaker(p);
    std::vector<std::int32_t> claims(views_.size(), 0);
    for (PortId p = 0; p < n; ++p)
      if (claim(p) != nobody) ++claims[std::size_t(claim(p))];
    for (PortId p = 0; p < n; ++p) both_ends(p);
    for (PortId p = 0; p < n; ++p) one_end(p, claims);
    return std::move(views_);
  }

 private:
  PortView& at(PortId p) { return views_[std::size_t(p)]; }
  PortId planned(PortId p) const {
    return std::size_t(p) < planned_.size() ? planned_[std::size_t(p)] : nobody;
  }

  // What this port says its far end is.
  PortId claim(PortId p) {
    const PortView& v = at(p);
    return v.heard != nullptr && v.doubt == Doubt::none ? v.heard->port : nobody;
  }

  void doubt(PortId p, Doubt why, PortId with) {
    PortView& v = at(p);
    if (v.doubt == Doubt::none) v.doubt = why, v.doubt_with = with;
  }

  bool one_machine(const Heard& a, const Heard& b) const {
    return a.node == b.node || a.dpu_of == b.node || b.dpu_of == a.node ||
           (a.dpu_of != nobody && a.dpu_of == b.dpu_of);
  }

  // A younger record beside the planned one: the cable was just moved, one entry will expire.
  static bool replaces(const Heard& other, const Heard& planned) {
    const auto& young = other.record->age_s;
    const auto& old = planned.record->age_s;
    return young && old && *young < *old && *young <= other.record->ttl_s.value_or(120);
  }

  void choose_speaker(PortId p) {
    const Heard* first = hearing_.first(p);
    if (first == nullptr) return;
    PortView& v = at(p);
    v.heard = first;
    if (hearing_.contested(p)) doubt(p, Doubt::two_readings, nobody);
    if (hearing_.next(*first) == nullptr) return;
    const Heard* match = nullptr;
    const Heard* in_plan = nullptr;
    int machines = 0;
    for (const Heard* h = first; h != nullptr; h = hearing_.next(*h)) {
      if (h->port != nobody && h->port == planned(p) && match == nullptr) match = h;
      if (h->node == nobody || fabric_.plan_node(h->node) == nullptr) continue;
      if (in_plan == nullptr || !one_machine(*in_plan, *h)) ++machines;
      if (in_plan == nullptr) in_plan = h;
    }
    v.heard = match != nullptr ? match : in_plan != nullptr ? in_plan : first;
    for (const Heard* h = first; h != nullptr; h = hearing_.next(*h)) {
      if (h == v.heard) continue;
      v.also = h;
      const bool other = !one_machine(*h, *v.heard) && h->node != nobody;
      if (match != nullptr && other && replaces(*h, *match)) doubt(p, Doubt::just_changed, h->port);
    }
    if (match == nullptr && machines > 1) doubt(p, Doubt::several_speakers, nobody);
  }

  void both_ends(PortId p) {
    const PortId q = claim(p);
    if (q == p) return doubt(p, Doubt::hears_itself, p);
    if (q == nobody || claim(q) != p) return;
    at(p).peer = q;
  }

  // Does what is heard at a far end rule out that the cable ends at `p`?
  bool contradicts(const Heard& heard, PortId p) const {
    if (heard.port != nobody) return heard.port != p;
    const NodeId mine = fabric_.node_of(p);
    return heard.node != nobody && heard.node != mine && heard.dpu_of != mine;
  }

  void one_end(PortId p, const std::vector<std::int32_t>& claims) {
    const PortId q = claim(p);
    if (q == nobody || at(p).peer != nobody) return;
    if (at(q).doubt == Doubt::two_readings) return doubt(p, Doubt::two_readings, q);
    if (at(q).peer != nobody && at(q).peer != p) return doubt(p, Doubt::ends_disagree, q);
    if (at(q).heard != nullptr && contradicts(*at(q).heard, p)) {
      doubt(q, Doubt::ends_disagree, p);
      return doubt(p, Doubt::ends_disagree, q);
    }
    if (claims[std::size_t(q)] > 1) return doubt(p, Doubt::claimed_twice, q);
    const Interface* far = fabric_.interface(q);
    if (far != nullptr && far->up == false) return doubt(p, Doubt::far_end_down, q);
    if (at(p).peer != nobody && at(p).peer != q) return;
    at(p).peer = q;
    at(q).peer = p;
    at(p).one_way = fabric_.collected(fabric_.node_of(q)) && at(q).heard == nullptr;
    at(q).heard_by_peer_only = true;
  }

  const FabricView& fabric_;
  const Hearing& hearing_;
  const std::vector<PortId>& planned_;
  std::vector<PortView> views_;
};

std::string age_of(const Heard* heard) {
  if (heard == nullptr || !heard->record->age_s) return "";
  return fmt::format(", age {} s", *heard->record->age_s);
}

}  // namespace

std::vector<PortView> decide_cables(const FabricView& fabric, const Hearing& hearing,
                                    const std::vector<PortId>& planned) {
  return Decider(fabric, hearing, planned).run();
}

std::string explain(const FabricView& fabric, PortId port, const PortView& view) {
  const std::string here = fabric.text(port);
  const std::string there = view.doubt_with == nobody ? "" : fabric.text(view.doubt_with);
  const std::string heard = view.heard == nullptr ? "nobody" : view.heard->name();
  switch (view.doubt) {
    case Doubt::none:
      return "";
    case Doubt::ends_disagree:
      return fmt::format("{} hears {}, but {} hears somebody else: one of the two entries is stale",
                         here, heard, there);
    case Doubt::claimed_twice:
      return fmt::format(
          "{} hears {}, and so does another port: one of the two entries is stale, or two machines "
          "have one name (compare the chassis ids)",
          here, there);
    case Doubt::far_end_down:
      return fmt::format("{} still hears {}, whose link is down: the entry is stale", here, there);
    case Doubt::several_speakers:
      return fmt::format("{} hears {}{} and {}{}, and nothing tells which one the cable goes to",
                         here, heard, age_of(view.heard), view.also->name(), age_of(view.also));
    case Doubt::just_changed:
      return fmt::format(
          "{} hears {}{} and, newer, {}{}: an entry waits to expire, collect again in "
          "two minutes",
          here, heard, age_of(view.heard), view.also->name(), age_of(view.also));
    case Doubt::two_readings:
      return fmt::format("two files tell different things about {}: {}{}",
                         there.empty() ? here : there, heard,
                         view.also != nullptr ? " and " + view.also->name() : "");
    case Doubt::hears_itself:
      return fmt::format("{} hears itself: a loop-back plug or loop", here);
  }
  return "";
}

}  // namespace weft

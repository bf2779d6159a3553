// A port that the plan has split and the switch has not, or the other way round: one finding for
// the physical port, not one for each lane. Names as on Cumulus Linux: swp5 split is swp5s0,
// swp5s1, ...

#include <fmt/format.h>

#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {
namespace {

struct Group {
  std::vector<std::size_t> links;
  std::vector<PortId> lanes;
};

// A port that exists on the machine: it is heard on, or is among its interfaces.
bool exists(const Work& work, PortId p) {
  return p != nobody && (work.hearing.first(p) != nullptr || work.fabric.interface(p) != nullptr);
}

std::string heard_on(const Work& work, PortId p) {
  const Heard* h = work.hearing.first(p);
  return h == nullptr ? "nobody" : h->name();
}

void tell_unsplit(Work& work, PortId whole, const Group& group) {
  const PortView& view = work.view(whole);
  std::vector<std::string> planned;
  for (const std::size_t i : group.links) {
    Work::LinkWork& w = work.links[i];
    planned.push_back(pair_text(work.fabric, w.a, w.b));
    const bool there = view.peer != nobody && (view.peer == w.a || view.peer == w.b);
    w.result.state = there ? LinkState::wrong : LinkState::missing;
    w.result.reason = fmt::format("breakout not configured: {} is not split and hears {}",
                                  work.fabric.text(whole), heard_on(work, whole));
    w.result.verdict = Verdict::fail;
    w.kind = Kind::unsplit;
    w.told = true;
  }
  const std::string& port = work.fabric.port_name(whole);
  work.explained.insert(whole);
  if (view.peer != nobody) work.explained.insert(view.peer);
  work.find(
      Verdict::fail, work.fabric.where(whole),
      fmt::format("{} split: {}", port, list_text(planned)),
      fmt::format("breakout not configured: {} is not split, its neighbour is {}", port,
                  heard_on(work, whole)),
      fmt::format("configure the breakout of {} (nv set interface {} link breakout {}x), then "
                  "collect again",
                  port, port, std::max<std::size_t>(2, group.links.size())),
      planned);
}

void tell_split(Work& work, std::size_t i, PortId whole, const std::vector<PortId>& lanes) {
  Work::LinkWork& w = work.links[i];
  std::vector<std::string> seen;
  for (const PortId lane : lanes) {
    seen.push_back(fmt::format("{} hears {}", work.fabric.text(lane), heard_on(work, lane)));
    work.explained.insert(lane);
    if (work.view(lane).peer != nobody) work.explained.insert(work.view(lane).peer);
  }
  w.result.state = LinkState::wrong;
  w.result.reason =
      fmt::format("{} is split, which the plan does not have", work.fabric.text(whole));
  w.result.verdict = Verdict::fail;
  w.kind = Kind::split;
  w.told = true;
  const std::string& port = work.fabric.port_name(whole);
  work.find(Verdict::fail, work.fabric.where(whole),
            fmt::format("{} not split: {}", port, pair_text(work.fabric, w.a, w.b)),
            fmt::format("{} is split into {}", port, count_of(lanes.size(), "lane")),
            fmt::format("undo the breakout of {}, or correct the plan", port), seen);
}

bool open_to_question(const Work::LinkWork& w) {
  return w.selected && w.b != nobody && w.kind != Kind::disputed &&
         w.result.verdict != Verdict::skip &&
         (w.result.state == LinkState::missing || w.result.state == LinkState::wrong);
}

}  // namespace

void find_breakouts(Work& work) {
  std::map<PortId, Group> unsplit;
  for (std::size_t i = 0; i < work.links.size(); ++i) {
    const Work::LinkWork& w = work.links[i];
    if (!open_to_question(w)) continue;
    for (const PortId p : {w.a, w.b}) {
      const std::string_view whole_name = unsplit_name(work.fabric.port_name(p));
      const NodeId node = work.fabric.node_of(p);
      if (!whole_name.empty()) {
        const PortId whole = work.fabric.find_port(node, whole_name);
        if (!exists(work, whole) || exists(work, p) || work.link_at(whole) >= 0) continue;
        unsplit[whole].links.push_back(i);
        unsplit[whole].lanes.push_back(p);
        break;
      }
      if (exists(work, p)) continue;
      std::vector<PortId> lanes;
      for (int lane = 0; lane < 8; ++lane) {
        const PortId q =
            work.fabric.find_port(node, fmt::format("{}s{}", work.fabric.port_name(p), lane));
        if (exists(work, q) && work.link_at(q) < 0) lanes.push_back(q);
      }
      if (lanes.empty()) continue;
      tell_split(work, i, p, lanes);
      break;
    }
  }
  for (const auto& [whole, group] : unsplit) tell_unsplit(work, whole, group);
}

}  // namespace weft

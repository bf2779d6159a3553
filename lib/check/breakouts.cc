// A port that the plan has split and the switch has not, or the other way round: one finding for
// the physical port, not one for each lane. It is looked for at both ends of a link: what a far end
// is called by its neighbour tells as much as its own data. Names: see unsplit_name.

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

// A port that exists on the machine: it is heard on or from, or is among its interfaces.
bool exists(const Work& work, PortId p) {
  return p != nobody && (work.hearing.first(p) != nullptr || work.view(p).peer != nobody ||
                         work.fabric.interface(p) != nullptr);
}

std::string heard_on(const Work& work, PortId p) {
  if (const Heard* h = work.hearing.first(p)) return h->name();
  const PortId peer = work.view(p).peer;
  return peer == nobody ? "nobody" : work.fabric.text(peer);
}

// How it is done on Cumulus Linux; other systems have other words.
std::string breakout_words(const std::string& port, std::size_t lanes) {
  if (!port.starts_with("swp")) return "";
  return fmt::format(" (nv set interface {} link breakout {}x)", port,
                     std::max<std::size_t>(2, lanes));
}

std::vector<PortId> lanes_of(const Work& work, NodeId node, const std::string& whole) {
  std::vector<PortId> out;
  for (const char mark : {'s', ':', '/'})
    for (int lane = 0; lane <= 8; ++lane) {
      const PortId q = work.fabric.find_port(node, fmt::format("{}{}{}", whole, mark, lane));
      if (exists(work, q) && work.link_at(q) < 0) out.push_back(q);
    }
  return out;
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
    w.kind = LinkCase::unsplit;
    w.told = true;
  }
  const std::string& port = work.fabric.port_name(whole);
  work.explained.insert(whole);
  if (view.peer != nobody) work.explained.insert(view.peer);
  work.find(Verdict::fail, work.fabric.where(whole),
            fmt::format("{} split: {}", port, list_text(planned)),
            fmt::format("breakout not configured: {} is not split, its neighbour is {}", port,
                        heard_on(work, whole)),
            fmt::format("configure the breakout of {}{}, then collect again", port,
                        breakout_words(port, group.links.size())),
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
  w.kind = LinkCase::split;
  w.told = true;
  const std::string& port = work.fabric.port_name(whole);
  work.find(Verdict::fail, work.fabric.where(whole),
            fmt::format("{} not split: {}", port, pair_text(work.fabric, w.a, w.b)),
            fmt::format("{} is split into {}", port, count_of(lanes.size(), "lane")),
            fmt::format("undo the breakout of {}, or correct the plan", port), seen);
}

bool open_to_question(const Work::LinkWork& w) {
  return w.selected && w.b != nobody && w.kind != LinkCase::disputed &&
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
        if (exists(work, whole) && !exists(work, p) && work.link_at(whole) < 0) {
          unsplit[whole].links.push_back(i);
          unsplit[whole].lanes.push_back(p);
          break;
        }
      }
      if (exists(work, p)) continue;
      const auto lanes = lanes_of(work, node, work.fabric.port_name(p));
      if (lanes.empty()) continue;
      tell_split(work, i, p, lanes);
      break;
    }
  }
  for (const auto& [whole, group] : unsplit) tell_unsplit(work, whole, group);
}

}  // namespace weft

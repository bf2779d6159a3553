// Data that is not there: a collection fault is told once and is not a cable that is not there.
//
// sonic-net/sonic-buildimage#24685: LLDP entries are missing above some port index at scale while
// the links are up; ntc-templates#2355: an empty parse was believed to be "no neighbours".

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {
namespace {

using ByNode = std::vector<std::vector<std::size_t>>;  // node -> its links

std::map<std::string, Gap> gaps_by_node(const Work& work) {
  std::map<std::string, Gap> out;
  for (const Gap& gap : work.in.seen.gaps)
    if (gap.what.find("LLDP") != std::string::npos) out.emplace(gap.subject, gap);
  return out;
}

// A file that was asked for and could not be read, though the node has data from elsewhere.
bool asked_for(const Gap& gap) { return gap.what.find("that was given") != std::string::npos; }

// What a node is taken for when it is asked whether others like it were collected.
Role kind_of(const Work& work, NodeId n) {
  const Node* planned = work.fabric.plan_node(n);
  if (planned != nullptr && planned->role != Role::unknown) return planned->role;
  const bool ports = work.fabric.find_port(n, "swp1") != nobody ||
                     work.fabric.find_port(n, "swp1s0") != nobody ||
                     work.fabric.find_port(n, "Ethernet0") != nobody;
  return ports ? Role::unknown : Role::host;
}

// Kinds of nodes that were collected at all. A site without any host was not asked about hosts;
// one that lacks a host among hosts has a hole.
std::set<Role> collected_kinds(const Work& work) {
  std::set<Role> out;
  for (NodeId n = 0; n < NodeId(work.fabric.node_count()); ++n)
    if (work.fabric.plan_node(n) != nullptr && work.fabric.collected(n))
      out.insert(kind_of(work, n));
  return out;
}

// Nodes without neighbours' data that matter: one of their links could not be judged, something of
// theirs was there and could not be read, or others of their kind were collected.
void unread_nodes(Work& work, const ByNode& links_of) {
  const auto gaps = gaps_by_node(work);
  const std::set<Role> kinds = collected_kinds(work);
  std::vector<std::string> far_ends;
  std::vector<std::string> names, evidence;
  std::size_t unchecked = 0;
  for (const Work::LinkWork& w : work.links)
    unchecked += w.selected && !w.told && w.kind == LinkCase::plain &&
                 w.result.verdict == Verdict::unknown && w.result.state == LinkState::not_checked;
  for (NodeId n = 0; n < NodeId(work.fabric.node_count()); ++n) {
    const NodeState* state = work.fabric.state(n);
    const auto gap = state == nullptr ? gaps.end() : gaps.find(state->name);
    if (work.fabric.collected(n) && (gap == gaps.end() || !asked_for(gap->second))) continue;
    const auto& links = links_of[std::size_t(n)];
    const bool blind = std::ranges::any_of(links, [&](std::size_t i) {
      const Work::LinkWork& w = work.links[i];
      return !w.told && w.result.state == LinkState::not_checked &&
             w.result.verdict == Verdict::unknown;
    });
    const bool from_afar = std::ranges::any_of(
        links, [&](std::size_t i) { return work.links[i].result.state == LinkState::ok; });
    if (!blind && gap == gaps.end() && !(from_afar && kinds.contains(kind_of(work, n)))) {
      if (from_afar) far_ends.push_back(printable(work.fabric.node_name(n)));
      continue;
    }
    if (gap != gaps.end() && !work.in.only.has_node(work.fabric.plan_node(n))) continue;
    names.push_back(printable(work.fabric.node_name(n)));
    evidence.push_back(fmt::format("{}: {}", names.back(),
                                   gap == gaps.end() ? "nothing was collected" : gap->second.why));
  }
  if (!far_ends.empty()) {
    std::ranges::sort(far_ends, natural_before);
    work.out.notes.push_back(fmt::format(
        "{} not collected, nor any of that kind: their links are judged from the other end ({})",
        count_of(far_ends.size(), "device"), list_text(far_ends)));
  }
  if (names.empty()) return;
  std::ranges::sort(names, natural_before);
  std::ranges::sort(evidence, natural_before);
  const std::string why =
      evidence.size() == 1 ? " (" + evidence[0].substr(names[0].size() + 2) + ")" : "";
  std::string unseen;
  if (unchecked > 0)
    unseen = fmt::format("; {} not checked", count_of(unchecked, "link"));
  else if (work.in.has_plan())
    unseen = "; that end of their links not checked";
  work.find(Verdict::unknown, list_text(names), "LLDP data of each node",
            fmt::format("no data from {}{}{}", count_of(names.size(), "node"), why, unseen),
            "collect again (weft collect), then check those", evidence, "collection");
}

bool is_switch_port(std::string_view name) {
  return name.starts_with("swp") || name.starts_with("Ethernet");
}

struct Silent {
  std::vector<PortId> silent, heard;  // ports with a link, in natural order
};

Silent ports_with_link(const Work& work, const NodeState& state, NodeId node) {
  Silent out;
  for (const Interface& one : *state.interfaces) {
    if (one.up != true) continue;
    const PortId p = work.fabric.find_port(node, one.name);
    if (p == nobody || (!is_switch_port(one.name) && work.link_at(p) < 0)) continue;
    if (work.link_at(p) >= 0 && !work.links[std::size_t(work.link_at(p))].selected) continue;
    const bool heard = work.hearing.first(p) != nullptr || work.view(p).peer != nobody;
    (heard ? out.heard : out.silent).push_back(p);
  }
  for (auto* list : {&out.silent, &out.heard})
    std::ranges::sort(*list, [&](PortId a, PortId b) {
      return natural_before(work.fabric.port_name(a), work.fabric.port_name(b));
    });
  return out;
}

std::string silence_text(const Work& work, const Silent& ports, const std::string& node) {
  const std::string& first = work.fabric.port_name(ports.silent.front());
  const std::size_t all = ports.silent.size() + ports.heard.size();
  const std::string share = fmt::format("{} of {} ports", ports.silent.size(), all);
  if (!ports.heard.empty()) {
    const std::string& last = work.fabric.port_name(ports.heard.back());
    if (natural_before(last, first))
      return fmt::format("LLDP data of {} stops after {} ({}); those links are up", node, last,
                         share);
  }
  return fmt::format("no neighbour is heard on {} of {} though their links are up: {} to {}", share,
                     node, first, work.fabric.port_name(ports.silent.back()));
}

// From three silent ports with a link on, it is the data and not the cables.
void silent_ports(Work& work, NodeId node) {
  const NodeState* state = work.fabric.state(node);
  if (state == nullptr || !state->neighbours || !state->interfaces) return;
  const Silent ports = ports_with_link(work, *state, node);
  if (ports.silent.size() < 3) return;
  const std::string name = printable(work.fabric.node_name(node));
  std::vector<std::string> evidence;
  for (const PortId p : ports.silent) {
    evidence.push_back(fmt::format("{}: up, nobody heard", work.fabric.text(p)));
    const std::int32_t link = work.link_at(p);
    if (link < 0) continue;
    Work::LinkWork& w = work.links[std::size_t(link)];
    if (w.kind != LinkCase::up_but_silent) continue;
    w.result.state = LinkState::not_checked;
    w.result.reason = fmt::format("the link is up, but the LLDP data of {} lacks this port", name);
    w.told = true;
  }
  work.find(
      Verdict::unknown, name, "a neighbour on every port whose link is up",
      silence_text(work, ports, name),
      fmt::format("look at the LLDP daemon of {} (is it limited or stuck?), collect again; the "
                  "cables are not the fault",
                  name),
      evidence, "collection");
}

// Every link of a node is missing: the node is off or mute, not all its cables.
void silent_node(Work& work, NodeId node, const std::vector<std::size_t>& links) {
  std::vector<std::string> evidence;
  for (const std::size_t i : links) {
    const Work::LinkWork& w = work.links[i];
    if (!w.selected || w.result.verdict == Verdict::skip) continue;
    if (w.result.state != LinkState::missing || w.told || w.kind != LinkCase::plain) return;
    evidence.push_back(pair_text(work.fabric, w.a, w.b) + ": " + w.result.reason);
  }
  if (evidence.size() < 2) return;
  for (const std::size_t i : links) work.links[i].told = true;
  const std::string name = printable(work.fabric.node_name(node));
  const bool read = work.fabric.collected(node);
  const Node* plan = work.fabric.plan_node(node);
  std::string place;
  if (plan != nullptr && plan->rack)
    place = fmt::format(" in rack {}{}", *plan->rack,
                        plan->unit ? fmt::format(", unit {}", *plan->unit) : "");
  work.find(Verdict::fail, name, fmt::format("{}", count_of(evidence.size(), "planned link")),
            fmt::format("nothing is heard on any of them{}", read ? ", on its side either" : ""),
            fmt::format("look at {}{} as a whole: power, host up, LLDP running; then its cables",
                        name, place),
            evidence, "silent_node");
}

void one_way(Work& work) {
  std::map<NodeId, std::vector<std::string>> by_node;
  for (const Work::LinkWork& w : work.links) {
    if (!w.selected || w.kind != LinkCase::one_way) continue;
    const PortId mute = w.at == w.a ? w.b : w.a;
    by_node[work.fabric.node_of(mute)].push_back(
        fmt::format("{}: heard by {} only", work.fabric.text(mute), work.fabric.text(w.at)));
  }
  for (const auto& [node, evidence] : by_node) {
    const std::string name = printable(work.fabric.node_name(node));
    work.find(
        Verdict::warn, evidence.size() == 1 ? evidence[0].substr(0, evidence[0].find(": ")) : name,
        "both ends hear each other",
        fmt::format("{} where the far end hears {} but it hears nobody",
                    count_of(evidence.size(), "port"), name),
        fmt::format("look at LLDP reception on {} (a filter, one fibre of a pair, data that is "
                    "cut off)",
                    name),
        evidence, "one_way");
  }
}

}  // namespace

void find_silence(Work& work) {
  ByNode links_of(work.fabric.node_count());
  for (std::size_t i = 0; i < work.links.size(); ++i) {
    const Work::LinkWork& w = work.links[i];
    if (!w.selected || w.b == nobody) continue;
    for (const PortId p : {w.a, w.b}) links_of[std::size_t(work.fabric.node_of(p))].push_back(i);
  }
  for (NodeId n = 0; n < NodeId(work.fabric.node_count()); ++n) silent_ports(work, n);
  unread_nodes(work, links_of);
  for (NodeId n = 0; n < NodeId(work.fabric.node_count()); ++n)
    silent_node(work, n, links_of[std::size_t(n)]);
  one_way(work);
}

}  // namespace weft

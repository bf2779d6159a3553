// Readings that do not fit together: two files of one node that disagree, a node whose name fits
// several of the plan (nothing is decided on what they tell), one that calls itself by a wrong
// name. None of them is a cable.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {
namespace {

std::string file_of(const Heard& h) {
  return printable(h.record->from.empty() ? h.by->neighbours_from : h.record->from);
}

// "leaf1:swp1: h1:eth0 in A, nobody in B"
std::string readings_of(const Work& work, PortId port, const std::vector<std::string>& files) {
  std::string out = work.fabric.text(port) + ": ";
  for (std::size_t i = 0; i < files.size(); ++i) {
    std::vector<std::string> names;
    for (const Heard* h = work.hearing.first(port); h != nullptr; h = work.hearing.next(*h))
      if (file_of(*h) == files[i]) names.push_back(h->name());
    out += fmt::format("{}{} in {}", i > 0 ? ", " : "",
                       names.empty() ? "nobody" : join(names, " and "), files[i]);
  }
  return out;
}

std::vector<std::string> files_of(const NodeState& state) {
  std::vector<std::string> out = {printable(state.neighbours_from)};
  for (const Neighbour& one : *state.neighbours)
    if (const std::string from = printable(one.from); !from.empty())
      if (!std::ranges::count(out, from)) out.push_back(from);
  return out;
}

void contested(Work& work, NodeId node, const NodeState& state) {
  const std::vector<std::string> files = files_of(state);
  std::vector<std::string> evidence;
  for (const std::string& name : state.contested) {
    const PortId port = work.fabric.find_port(node, name);
    if (port == nobody) continue;
    evidence.push_back(readings_of(work, port, files));
    for (const Heard* h = work.hearing.first(port); h != nullptr; h = work.hearing.next(*h))
      evidence.push_back(h->raw());
    work.explained.insert(port);
    const std::int32_t link = work.link_at(port);
    if (link >= 0 && work.links[std::size_t(link)].kind == LinkCase::two_readings)
      work.links[std::size_t(link)].told = true;
  }
  work.find(Verdict::unknown, printable(state.name), "one reading of each node",
            fmt::format("{} tell different things about {}", join(files, " and "),
                        count_of(state.contested.size(), "port")),
            "leave out the older of the two, or collect again", evidence, "collection");
}

void unplaced(Work& work, const NodeState& state) {
  std::vector<std::string> names;
  for (const NodeId fit : work.fabric.fitting(state.name))
    if (work.fabric.plan_node(fit) != nullptr) names.push_back(work.fabric.node_name(fit));
  work.find(Verdict::unknown, printable(state.name), "one device of the plan by that name",
            fmt::format("what was read as {} ({}) may be of {}: it counts for none of them",
                        printable(state.name), printable(state.read_from), list_text(names)),
            "name its folder or file by the full name", {}, "collection");
}

// Devices whose MACs are known and whose names are of nobody: their cables are judged by the MAC.
void misnamed(Work& work) {
  std::map<std::pair<NodeId, std::string>, std::vector<std::string>> heard;
  for (const Heard& h : work.hearing.all())
    if (h.misnamed && h.record->is_lldp() && work.in.only.has_node(work.fabric.plan_node(h.node)))
      heard[{h.node, h.record->system_name}].push_back(h.raw());
  for (const auto& [who, raw] : heard)
    work.find(Verdict::fail, printable(work.fabric.node_name(who.first)), "its own name in LLDP",
              fmt::format("it calls itself '{}' on {}; that it is {} is told by its MAC",
                          printable(who.second), count_of(raw.size(), "port"),
                          printable(work.fabric.node_name(who.first))),
              "set its host name and restart lldpd, or correct the plan", raw);
}

}  // namespace

void find_readings(Work& work) {
  for (NodeId n = 0; n < NodeId(work.fabric.node_count()); ++n) {
    const NodeState* state = work.fabric.state(n);
    if (state != nullptr && !state->contested.empty() &&
        work.in.only.has_node(work.fabric.plan_node(n)))
      contested(work, n, *state);
  }
  for (const NodeState* state : work.fabric.unplaced()) unplaced(work, *state);
  misnamed(work);
  for (const auto& [node, state] : work.fabric.twice())
    work.find(Verdict::unknown, printable(work.fabric.node_name(node)), "one reading of each node",
              fmt::format("read as {} and as {}", printable(work.fabric.state(node)->name),
                          printable(state->name)),
              "leave out one of the two", {}, "collection");
}

}  // namespace weft

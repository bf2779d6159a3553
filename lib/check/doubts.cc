// What could not be decided, with the reason and the raw values; alike ones of a node together.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "check/cabling.h"

namespace weft {
namespace {

struct Advice {
  std::string_view what, next_step;
};

Advice advice(LinkCase kind) {
  switch (kind) {
    case LinkCase::port_unknown:
      return {"the right device answers, but its port cannot be told (MAC only)",
              "collect the interfaces of the far host (ip -j addr), or let its lldpd send names "
              "(configure lldp portidsubtype ifname)"};
    case LinkCase::nameless:
      return {
          "somebody answers without a name that tells who it is",
          "look at the host: the NIC firmware's LLDP agent answers, or lldpd does not run there"};
    case LinkCase::other_protocol:
      return {"another protocol is heard, no LLDP", "look at what is plugged in there"};
    case LinkCase::up_but_silent:
      return {"the link is up, but nobody is heard",
              "look whether LLDP runs at the far end, then collect again"};
    case LinkCase::contradiction:
      return {"the ends contradict each other",
              "wait two minutes for stale entries to expire, then collect again"};
    case LinkCase::two_readings:
      return {"two files tell different things",
              "leave out the older of the two, or collect again"};
    case LinkCase::disputed:
      return {"the plan uses a port twice", "correct the plan (weft plan check)"};
    default:
      return {"cannot be decided", "look at the raw values"};
  }
}

// "hgx-72-dpu0,p0,hgx-72,eth1": the line that would settle it.
std::string alias_line(const Work& work, const Work::LinkWork& w) {
  const PortId planned = w.at == w.a ? w.b : w.a;
  const PortView& view = work.view(w.at);
  if (view.heard == nullptr) return "";
  const Neighbour& r = *view.heard->record;
  return fmt::format("{},{},{},{}", printable(r.system_name),
                     printable(r.port_id.empty() ? r.port_description : r.port_id),
                     work.fabric.node_name(work.fabric.node_of(planned)),
                     work.fabric.port_name(planned));
}

// The line of the table that the suggested one would contradict: it gives the same speaker, or the
// same planned port, to something else. "" when there is none.
std::string alias_against(const Work& work, const Work::LinkWork& w) {
  const PortId planned = w.at == w.a ? w.b : w.a;
  const PortView& view = work.view(w.at);
  if (view.heard == nullptr) return "";
  const std::string_view speaker = view.heard->record->system_name;
  for (const Alias& alias : work.in.aliases) {
    const bool same_speaker = equal_ignoring_case(alias.seen_node, speaker) ||
                              equal_ignoring_case(alias.seen_node, host_part(speaker));
    const PortId port = work.fabric.find_port(work.fabric.find_node(alias.node).node, alias.port);
    if (port == planned && same_speaker)
      return fmt::format("{},{},{},{}", printable(alias.seen_node), printable(alias.seen_port),
                         printable(alias.node), printable(alias.port));
  }
  return "";
}

std::string alias_advice(const Work& work, const Work::LinkWork& w) {
  const std::string against = alias_against(work, w);
  if (against.empty())
    return "if that is its DPU, add this line to the file given with --alias: " +
           alias_line(work, w);
  return fmt::format(
      "the table given with --alias says {}: either the cable is in another port of "
      "the DPU than that, or that line should be {}",
      against, alias_line(work, w));
}

void tell_one(Work& work, const Work::LinkWork& w) {
  const Advice a = advice(w.kind);
  std::string next(a.next_step);
  if (w.kind == LinkCase::dpu) next = alias_advice(work, w);
  const PortId at = w.at == nobody ? w.a : w.at;
  if (const Heard* heard = work.view(at).heard;
      w.kind == LinkCase::port_unknown && heard != nullptr && heard->basis == Basis::alias)
    next =
        "give its line in the file given with --alias both ports, perhaps: " + alias_line(work, w);
  const PortId other = at == w.a ? w.b : w.a;
  work.find(w.result.verdict, work.fabric.where(at),
            other == nobody ? "" : work.fabric.where(other), w.result.reason, next, w.result.raw);
}

void tell_many(Work& work, NodeId node, LinkCase kind, const std::vector<std::size_t>& links) {
  const Advice a = advice(kind);
  std::vector<std::string> evidence;
  for (const std::size_t i : links) {
    const Work::LinkWork& w = work.links[i];
    evidence.push_back(pair_text(work.fabric, w.a, w.b) + ": " + w.result.reason);
  }
  std::string next(a.next_step);
  if (kind == LinkCase::dpu) {
    next =
        "if those are the DPUs, give these lines with --alias (the full list is in the evidence)";
    for (const std::size_t i : links) {
      const Work::LinkWork& w = work.links[i];
      evidence.push_back(alias_against(work, w).empty() ? alias_line(work, w)
                                                        : alias_advice(work, w));
    }
  }
  work.find(work.links[links.front()].result.verdict, printable(work.fabric.node_name(node)),
            count_of(links.size(), "planned link"),
            fmt::format("{} on {}",
                        kind == LinkCase::dpu ? "what looks like DPUs of the planned hosts answers"
                                              : a.what,
                        count_of(links.size(), "port")),
            next, evidence);
}

// "leaf1:swp49 is planned to h1:eth0 (line 2) and to h2:eth0 (line 4)": once for each such port.
void tell_disputed(Work& work) {
  std::map<PortId, std::vector<std::size_t>> claims;
  for (std::size_t i = 0; i < work.links.size(); ++i) {
    const Work::LinkWork& w = work.links[i];
    if (!w.selected || w.told || w.kind != LinkCase::disputed) continue;
    for (const PortId p : {w.a, w.b})
      if (p != nobody) claims[p].push_back(i);
  }
  for (const auto& [port, links] : claims) {
    if (links.size() < 2) continue;
    std::vector<std::string> ends, lines;
    for (const std::size_t i : links) {
      Work::LinkWork& w = work.links[i];
      const PortId far = w.a == port ? w.b : w.a;
      const auto& line = w.result.line;
      ends.push_back((far == nobody ? "an unknown end" : work.fabric.text(far)) +
                     (line ? fmt::format(" (line {})", *line) : ""));
      for (const std::string& raw : w.result.raw)
        if (!std::ranges::count(lines, raw)) lines.push_back(raw);
      w.told = true;
    }
    work.find(Verdict::fail, work.fabric.where(port), "one cable",
              fmt::format("the plan gives this port to {}; nothing is compared there until the "
                          "plan is fixed",
                          join(ends, " and to ")),
              std::string(advice(LinkCase::disputed).next_step), lines);
  }
}

}  // namespace

void find_doubts(Work& work) {
  constexpr std::size_t many = 4;
  tell_disputed(work);
  std::map<std::pair<NodeId, LinkCase>, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < work.links.size(); ++i) {
    const Work::LinkWork& w = work.links[i];
    if (!w.selected || w.told || w.result.verdict == Verdict::skip) continue;
    if (w.kind == LinkCase::domain) {
      tell_one(work, w);
      work.out.findings.back().next_step =
          "set the full name on the device, or drop "
          "match_hostname=fqdn from the plan";
    } else if (w.result.state == LinkState::ambiguous) {
      const PortId at = w.at == nobody ? w.a : w.at;
      groups[{work.fabric.node_of(at), w.kind}].push_back(i);
    }
  }
  for (const auto& [key, links] : groups) {
    const bool together = links.size() >= many && key.second != LinkCase::contradiction;
    if (together)
      tell_many(work, key.first, key.second, links);
    else
      for (const std::size_t i : links) tell_one(work, work.links[i]);
  }
}

}  // namespace weft

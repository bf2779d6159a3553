// Reading what was collected; see site.h.

#include "observe/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "observe/join.h"
#include "observe/tables.h"

namespace weft {
namespace {

// Which collectors could have printed this, most telling first; tried until one takes it.
std::vector<std::string_view> likely(std::string_view text) {
  const std::string_view head = trim(text.substr(0, 4096));
  if (text.find("\"nftables\"") != text.npos) return {"nft_qos"};
  if (head.starts_with("[") && text.find("\"kind\"") != text.npos &&
      text.find("\"qlen\"") != text.npos)
    return {"tc_queues"};
  if (head.starts_with("[")) return {"ip_addr"};
  if (text.find("\"lldp\"") != text.npos && text.find("\"interface\"") != text.npos)
    return {"lldpctl", "nvue_interface"};
  if (text.find("\"peers\"") != text.npos) return {"frr_bgp_summary"};
  if (text.find("\"nexthops\"") != text.npos) return {"frr_route"};
  if (text.find("\"route-entry\"") != text.npos) return {"nvue_rib"};
  if (text.find("\"remote-as\"") != text.npos || text.find("\"afi-safi\"") != text.npos)
    return {"nvue_bgp", "nvue_interface"};
  if (text.find("\"link\"") != text.npos || text.find("\"neighbor\"") != text.npos)
    return {"nvue_interface"};
  if (head.starts_with("Settings for ")) return {"ethtool"};
  if (head.starts_with("%") && head.find("BGP") != head.npos) return {"frr_bgp_summary"};
  return {"lldpctl"};
}

const Collector& collector(std::string_view id) {
  const auto found = find_row(collectors::all(), "collector", id);
  WEFT_ASSERT(found.has_value());
  return **found;
}

NodeState* find_node(Snapshot& snapshot, std::string_view name) {
  for (NodeState& node : snapshot.nodes)
    if (equal_ignoring_case(node.name, name)) return &node;
  return nullptr;
}

constexpr std::string_view not_seen_file = "not_seen.txt";

void read_not_seen(const fs::path& folder, Notes& notes) {
  const auto text = read_file(folder / not_seen_file, std::size_t{1} << 20);
  if (!text) return;
  for (const std::string_view line : lines(*text)) {
    const std::size_t colon = line.find(": ");
    if (colon == line.npos) continue;
    const std::string what(line.substr(0, colon)), why(line.substr(colon + 2));
    const auto same = [&](const Gap& gap) { return gap.what == what; };
    if (std::ranges::none_of(notes.gaps, same)) notes.gap(what, why);
  }
}

void read_loose(const Answer& answer, NodeState& node, Notes& notes) {
  if (std::string_view text = trim(answer.text); text.starts_with('[') && text.ends_with(']'))
    if (trim(text.substr(1, text.size() - 2)).empty())
      return notes.gap("LLDP neighbours", "an empty list: neither neighbours nor interfaces");
  Error first;
  const auto ids = likely(answer.text);
  for (const std::string_view id : ids) {
    Notes tried{notes.node, {}, {}};  // a collector that does not take it has nothing to say
    auto read = collector(id).parse(answer, node, tried);
    if (read) {
      std::ranges::move(tried.gaps, std::back_inserter(notes.gaps));
      std::ranges::move(tried.warnings, std::back_inserter(notes.warnings));
      return;
    }
    if (first.what.empty()) first = std::move(read.error());
  }
  notes.gap(ids[0] == "lldpctl" ? "LLDP neighbours" : std::string(collector(ids[0]).about),
            first.text());
}

void read_file_into(const fs::path& file, NodeState& node, Notes& notes) {
  auto text = read_file(file, std::size_t{256} << 20);
  if (!text) return notes.gap("LLDP neighbours", text.error().text());
  const Answer answer{std::move(*text), file.string(), 0, ""};
  if (!is_port_table(answer.text)) return read_loose(answer, node, notes);
  if (auto read = parse_port_table(answer, node, notes); !read)
    notes.gap("LLDP neighbours", read.error().text());
}

}  // namespace

std::string not_seen_text(const std::vector<Gap>& gaps) {
  std::string out;
  for (const Gap& gap : gaps)
    out += fmt::format("{}: {}\n", printable(gap.what), printable(gap.why, 1000));
  return out;
}

void add_node(NodeState node, Notes notes, Snapshot& into) {
  add_notes(std::move(notes), into);
  into.nodes.push_back(std::move(node));
}

// A file that somebody gave by name is missed also where the node has data from elsewhere.
constexpr std::string_view asked_for = " in a file that was given";

void observe_file(const LooseFile& loose, Snapshot& into) {
  Notes notes{loose.node, {}, {}};
  NodeState node;
  node.name = loose.node;
  node.read_from = loose.file.string();
  read_file_into(loose.file, node, notes);
  for (Gap& gap : notes.gaps) gap.what += asked_for;
  NodeState* known = find_node(into, loose.node);
  if (known == nullptr) return add_node(std::move(node), std::move(notes), into);
  join_node(*known, std::move(node), notes);
  add_notes(std::move(notes), into);
}

Result<Snapshot> observe_site(const fs::path& site, std::span<const std::string_view> only) {
  WEFT_TRY(const auto names, list_folder(site));
  Snapshot snapshot;
  std::error_code error;
  for (const std::string& name : names) {
    const fs::path path = site / name;
    if (name.starts_with(".")) continue;
    if (fs::is_directory(path, error)) {
      Notes notes;
      auto host = recorded_host(name, path);
      if (!host) return Failure(std::move(host.error()));
      NodeState node = observe_node(**host, notes, only);
      node.read_from = path.string();
      read_not_seen(path, notes);
      add_node(std::move(node), std::move(notes), snapshot);
    } else if (name.ends_with(".lldp.json") || name.ends_with(".lldp.json0")) {
      observe_file({name.substr(0, name.rfind(".lldp.")), path}, snapshot);
    }
  }
  if (snapshot.nodes.empty())
    return fail(fmt::format("'{}' holds no node", printable(site.string())),
                "expected <node>/commands/lldpctl_-f_json.out, as `weft collect` writes it");
  return snapshot;
}

std::string node_of_file(const fs::path& file, const std::vector<std::string>& names) {
  std::string stem = file.filename().string();
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view end : {".csv", ".json", ".json0", ".lldp", ".out", ".txt"})
      if (stem.ends_with(end) && stem.size() > end.size())
        stem.resize(stem.size() - end.size()), cut = true;
  }
  const std::string parts = "." + lower(stem) + ".";
  std::string best;
  for (const std::string& name : names)
    if (parts.find("." + lower(name) + ".") != std::string::npos && name.size() > best.size())
      best = name;
  return best.empty() ? stem.substr(stem.rfind('.') + 1) : best;
}

namespace {

// Of a plan's devices, one must be meant: data of nobody knows whom is worth nothing.
Result<std::string> planned_node(const std::string& file, const std::vector<std::string>& names) {
  const std::string node = node_of_file(file, names);
  const bool known = names.empty() || std::ranges::any_of(names, [&](const std::string& name) {
                       return equal_ignoring_case(name, node) ||
                              equal_ignoring_case(name.substr(0, name.find('.')), node);
                     });
  if (known) return node;
  return fail(fmt::format("'{}' does not say which node it is of: no part of its name is a device "
                          "of the plan",
                          printable(file)),
              fmt::format("give it as NODE={}", printable(file)));
}

}  // namespace

Result<Snapshot> observe_all(const std::vector<std::string>& sites,
                             const std::vector<std::string>& files,
                             const std::vector<std::string>& names) {
  Snapshot seen;
  for (const std::string& site : sites) {
    WEFT_TRY(Snapshot one, observe_site(site));
    for (NodeState& node : one.nodes) seen.nodes.push_back(std::move(node));
    for (Gap& gap : one.gaps) seen.gaps.push_back(std::move(gap));
    for (std::string& warning : one.warnings) seen.warnings.push_back(std::move(warning));
  }
  for (const std::string& file : files) {
    const std::size_t equals = file.find('=');
    if (equals != std::string::npos) {
      observe_file({file.substr(0, equals), file.substr(equals + 1)}, seen);
      continue;
    }
    WEFT_TRY(std::string node, planned_node(file, names));
    observe_file({std::move(node), file}, seen);
  }
  join_nodes(seen, names);
  return seen;
}

}  // namespace weft

// Reading what was collected; see site.h.

#include "observe/site.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.h"
#include "observe/tables.h"

namespace weft {
namespace {

// Which collectors could have printed this, most telling first; tried until one takes it.
std::vector<std::string_view> likely(std::string_view text) {
  const std::string_view head = trim(text.substr(0, 4096));
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
    if (node.name == name) return &node;
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

}  // namespace

std::string not_seen_text(const std::vector<Gap>& gaps) {
  std::string out;
  for (const Gap& gap : gaps)
    out += fmt::format("{}: {}\n", printable(gap.what), printable(gap.why, 1000));
  return out;
}

void add_node(NodeState node, Notes notes, Snapshot& into) {
  for (Gap& gap : notes.gaps) into.gaps.push_back(std::move(gap));
  for (std::string& warning : notes.warnings) into.warnings.push_back(std::move(warning));
  into.nodes.push_back(std::move(node));
}

void observe_file(const LooseFile& loose, Snapshot& into) {
  Notes notes{loose.node, {}, {}};
  NodeState* node = find_node(into, loose.node);
  if (node == nullptr) {
    node = &into.nodes.emplace_back();
    node->name = loose.node;
  }
  auto text = read_file(loose.file, std::size_t{256} << 20);
  if (!text) {
    notes.gap("LLDP neighbours", text.error().text());
  } else {
    const Answer answer{std::move(*text), loose.file.string(), 0, ""};
    if (is_port_table(answer.text)) {
      if (auto read = parse_port_table(answer, *node, notes); !read)
        notes.gap("table of ports", read.error().text());
    } else {
      read_loose(answer, *node, notes);
    }
  }
  for (Gap& gap : notes.gaps) into.gaps.push_back(std::move(gap));
  for (std::string& warning : notes.warnings) into.warnings.push_back(std::move(warning));
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
  std::string best;
  for (const std::string& name : names)
    for (const std::string_view part : split(stem, '.'))
      if (equal_ignoring_case(part, name) && name.size() > best.size()) best = name;
  if (!best.empty()) return best;
  for (bool cut = true; cut;) {
    cut = false;
    for (const std::string_view end : {".csv", ".json", ".json0", ".lldp", ".out", ".txt"})
      if (stem.ends_with(end) && stem.size() > end.size())
        stem.resize(stem.size() - end.size()), cut = true;
  }
  return stem.substr(stem.rfind('.') + 1);
}

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
    if (equals == std::string::npos)
      observe_file({node_of_file(file, names), file}, seen);
    else
      observe_file({file.substr(0, equals), file.substr(equals + 1)}, seen);
  }
  return seen;
}

}  // namespace weft

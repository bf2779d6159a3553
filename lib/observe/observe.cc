// Running collectors on one machine; see observe.h.

#include "observe/observe.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

// Why a command that failed has nothing for us, in its own words.
std::string reason_of(const Answer& answer, bool needs_root) {
  const std::string said = std::string(trim(answer.error.empty() ? answer.text : answer.error));
  const std::string low = lower(said);
  const bool denied = low.find("permission") != std::string::npos ||
                      low.find("not permitted") != std::string::npos ||
                      low.find("must be root") != std::string::npos ||
                      low.find("a password is required") != std::string::npos;
  if (denied || (needs_root && said.empty()))
    return fmt::format("needs root ({}); run with --sudo",
                       said.empty() ? "no output" : printable(said));
  return fmt::format("exit status {}: {}", answer.status,
                     said.empty() ? "no output" : printable(said));
}

}  // namespace

void add_notes(Notes notes, Snapshot& into) {
  for (Gap& gap : notes.gaps) into.gaps.push_back(std::move(gap));
  for (std::string& warning : notes.warnings) into.warnings.push_back(std::move(warning));
}

void collect_first(Host& host, std::span<const Request> requests, std::string_view what,
                   Result<void> (*parse)(const Answer&, NodeState&, Notes&), NodeState& node,
                   Notes& notes) {
  std::string why;
  for (const Request& request : requests) {
    auto answer = host.run(request);
    if (!answer) return notes.gap(std::string(what), answer.error().text());
    if (!*answer) continue;
    if ((*answer)->status != 0) {
      why = reason_of(**answer, request.needs_root);
      continue;
    }
    auto parsed = parse(**answer, node, notes);
    if (parsed) return;
    why = parsed.error().text();
  }
  if (!why.empty()) notes.gap(std::string(what), why);
}

NodeState observe_node(Host& host, Notes& notes, std::span<const std::string_view> only) {
  NodeState node;
  node.name = host.name();
  notes.node = node.name;
  for (const int phase : {0, 1})
    for (const auto& [id, collector] : collectors::all())
      if (collector.phase == phase && (only.empty() || std::ranges::count(only, id) > 0))
        collector.collect(host, node, notes);
  return node;
}

bool answers(Host& host, Notes& notes) {
  notes.node = host.name();
  const auto alive = host.run({{"true"}});
  if (!alive) notes.gap("LLDP neighbours and all else", alive.error().text());
  return alive.has_value();
}

NodeState observe_machine(Host& host, Notes& notes) {
  NodeState node = observe_node(host, notes);
  const auto lldp = [](const Gap& gap) { return gap.what.find("LLDP") != std::string::npos; };
  if (!node.neighbours && std::ranges::none_of(notes.gaps, lldp))
    notes.gap("LLDP neighbours", "neither lldpctl nor nv is there");
  return node;
}

Interface& interface_of(NodeState& node, std::string_view name) {
  if (!node.interfaces) node.interfaces.emplace();
  for (Interface& one : *node.interfaces)
    if (one.name == name) return one;
  Interface& made = node.interfaces->emplace_back();
  made.name = std::string(name);
  return made;
}

bool is_management_address(std::string_view address) {
  const std::string low = lower(address.substr(0, 4));
  return !address.empty() &&
         !(low.size() == 4 && low.starts_with("fe") && low[2] >= '8' && low[2] <= 'b');
}

}  // namespace weft

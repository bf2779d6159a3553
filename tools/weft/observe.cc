// weft observe: what was collected, read: ports with their state and neighbours, BGP sessions,
// routes.

#include <fmt/core.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "base/text.h"
#include "command.h"
#include "model/snapshot_json.h"
#include "observe/site.h"

namespace weft::commands {
namespace {

struct Options {
  std::vector<std::string> inputs;
  bool json = false;
};

struct PortRow {
  std::string port, state, neighbour, more;
};

std::string state_of(const Interface& one) {
  std::string out;
  if (one.up) out = *one.up ? "up" : one.enabled == false ? "disabled" : "down";
  if (one.speed && one.up != false) out += " " + text(*one.speed);
  if (one.mtu) out += fmt::format(" mtu {}", *one.mtu);
  return out;
}

std::string neighbour_of(const Neighbour& n) {
  const std::string name = n.system_name.empty() ? "(no name) " + n.chassis_id : n.system_name;
  std::string port = n.port_id;
  if (n.port_id_type == "mac" && !n.port_description.empty()) port = n.port_description;
  return printable(name) + " " + printable(port);
}

std::string details_of(const Neighbour& n) {
  std::vector<std::string> parts;
  if (!n.is_lldp()) parts.push_back(printable(n.protocol) + ", no LLDP");
  if (n.port_id_type == "mac") parts.push_back("port id " + printable(n.port_id));
  for (const std::string& address : n.management) parts.push_back("mgmt " + printable(address));
  if (n.age_s) parts.push_back(fmt::format("age {} s", *n.age_s));
  return join(parts, ", ");
}

std::string details_of(const Interface& one) {
  std::vector<std::string> parts;
  if (one.down_reason) parts.push_back("'" + printable(*one.down_reason) + "'");
  for (const std::string& other : one.other_names) parts.push_back("also " + printable(other));
  for (const std::string& address : one.addresses) parts.push_back(printable(address));
  if (one.master) parts.push_back("in " + printable(*one.master));
  return join(parts, ", ");
}

std::vector<PortRow> rows_of(const NodeState& node) {
  std::map<std::string, std::vector<const Neighbour*>> heard;
  if (node.neighbours)
    for (const Neighbour& n : *node.neighbours) heard[n.port].push_back(&n);
  std::vector<PortRow> rows;
  const auto add = [&](const std::string& port, std::string state, std::string more) {
    PortRow row{printable(port), std::move(state), "", std::move(more)};
    for (const Neighbour* n : heard[port]) {
      row.neighbour = neighbour_of(*n);
      const std::string about = details_of(*n);
      row.more += (row.more.empty() || about.empty() ? "" : ", ") + about;
      rows.push_back(row);
      row = {row.port, "", "", ""};
    }
    if (heard[port].empty()) rows.push_back(row);
    heard.erase(port);
  };
  if (node.interfaces)
    for (const Interface& one : *node.interfaces) add(one.name, state_of(one), details_of(one));
  if (node.neighbours)
    for (const Neighbour& n : *node.neighbours)
      if (heard.contains(n.port)) add(n.port, "", "");
  return rows;
}

std::string vrf_text(const std::string& vrf) {
  return vrf == "default" ? "" : " in vrf " + printable(vrf);
}

std::string bgp_text(const NodeState& node) {
  std::string out;
  for (const BgpPeer& p : *node.bgp_peers) {
    std::vector<std::string> more;
    if (!p.family.empty()) more.push_back(printable(p.family));
    if (p.prefixes)
      more.push_back(
          count_of(std::size_t(std::max<std::int64_t>(0, *p.prefixes)), "prefix", "prefixes"));
    if (p.dropped_count && *p.dropped_count > 0)
      more.push_back(fmt::format("dropped {} times", *p.dropped_count));
    out += fmt::format("  bgp {:<16} {:<14} {:<16} {}{}\n", printable(p.peer),
                       p.state.empty() ? "(no state)" : printable(p.state),
                       printable(p.hostname.value_or("")), join(more, ", "), vrf_text(p.vrf));
  }
  return out;
}

std::string routes_text(const NodeState& node) {
  std::string out;
  for (const Route& r : *node.routes) {
    if (!r.selected) continue;
    const auto carry = std::ranges::count(r.next_hops, true, &NextHop::installed);
    const bool drops = !r.next_hops.empty() && std::ranges::all_of(r.next_hops, &NextHop::drops);
    out +=
        fmt::format("  route {:<20} {:<10} {}{}\n", printable(r.prefix), printable(r.protocol),
                    drops ? "drops what it matches"
                          : fmt::format("{} of {} next hops carry it", carry, r.next_hops.size()),
                    vrf_text(r.vrf));
  }
  return out;
}

std::string settings_text(const QosSettings& qos) {
  std::vector<std::string> words;
  for (const auto& [dscp, priority] : qos.dscp_map)
    words.push_back(fmt::format("DSCP {} to priority {}", dscp, priority));
  words.push_back(qos.ecn_ports.empty() ? "ECN off"
                                        : "ECN on " + count_of(qos.ecn_ports.size(), "port"));
  if (qos.adaptive_routing)
    words.push_back(*qos.adaptive_routing ? "adaptive routing" : "flows by their hash");
  return fmt::format("  qos {}\n", join(words, ", "));
}

std::string queue_text(const QueueCounters& queue) {
  std::vector<std::string> words;
  if (queue.packets) words.push_back(fmt::format("{} packets", *queue.packets));
  if (queue.bytes) words.push_back(fmt::format("{} bytes", *queue.bytes));
  if (queue.drops) words.push_back(fmt::format("{} dropped", *queue.drops));
  if (queue.ecn_marks) words.push_back(fmt::format("{} marked", *queue.ecn_marks));
  const std::string which =
      queue.traffic_class ? fmt::format("class {}", *queue.traffic_class) : "all";
  return fmt::format("  queue {:<12} {:<8} {}\n", printable(queue.port), which, join(words, ", "));
}

std::string node_text(const NodeState& node) {
  std::vector<std::string> has;
  if (node.neighbours) has.push_back(count_of(node.neighbours->size(), "neighbour"));
  if (node.interfaces) has.push_back(count_of(node.interfaces->size(), "interface"));
  if (node.bgp_peers) has.push_back(count_of(node.bgp_peers->size(), "BGP session"));
  if (node.routes) has.push_back(count_of(node.routes->size(), "route"));
  if (node.kernel_routes) has.push_back(count_of(node.kernel_routes->size(), "kernel route"));
  std::string out =
      fmt::format("{}: {}\n", printable(node.name), has.empty() ? "no data" : join(has, ", "));
  const auto rows = rows_of(node);
  std::size_t port = 4, state = 0, neighbour = 0;
  for (const PortRow& row : rows) {
    port = std::max(port, row.port.size());
    state = std::max(state, row.state.size());
    neighbour = std::max(neighbour, std::min<std::size_t>(row.neighbour.size(), 60));
  }
  for (const PortRow& row : rows) {
    const std::string line = fmt::format("  {:<{}}  {:<{}}  {:<{}}  {}", row.port, port, row.state,
                                         state, row.neighbour, neighbour, row.more);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  }
  if (node.bgp_peers) out += bgp_text(node);
  if (node.routes) out += routes_text(node);
  if (node.qos) out += settings_text(*node.qos);
  if (node.queues)
    for (const QueueCounters& queue : *node.queues) out += queue_text(queue);
  return out;
}

std::string text_of(const Snapshot& seen) {
  std::string out;
  for (const NodeState& node : seen.nodes) out += node_text(node);
  for (const Gap& gap : seen.gaps)
    out += fmt::format("not seen  {}: {}: {}\n", gap.subject, gap.what, gap.why);
  for (const std::string& warning : seen.warnings)
    out += fmt::format("warning   {}\n", printable(warning, 2000));
  return out;
}

int run(const Options& options) {
  std::vector<std::string> sites, files;
  std::error_code error;
  for (const std::string& one : options.inputs)
    (fs::is_directory(one, error) ? sites : files).push_back(one);
  const auto seen = observe_all(sites, files, {});
  if (!seen) return complain(seen.error());
  bool any = false;
  for (const NodeState& n : seen->nodes)
    any |= n.neighbours || n.interfaces || n.bgp_peers || n.routes || n.kernel_routes;
  const int code = !any                 ? exit_code::bad_request
                   : seen->gaps.empty() ? exit_code::fine
                                        : exit_code::unknown;
  return print_result(options.json ? write_snapshot(*seen) : text_of(*seen), code);
}

std::function<int()> declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("inputs", options->inputs,
                 "Site folders as `weft collect` writes them, and loose files: FILE or NODE=FILE "
                 "(lldpctl, NVUE, FRR or ip in JSON, ethtool's text, CSV with port and neighbour)")
      ->required();
  app.add_flag("--json", options->json, "The snapshot as one JSON document instead of text");
  return [options] { return run(*options); };
}

}  // namespace

extern const CommandSpec observe = {
    "Reads what was collected: ports, neighbours, BGP sessions, routes", declare, false,
    "weft observe site\n"
    "weft observe leaf1=leaf1.lldp.json --json"};

}  // namespace weft::commands

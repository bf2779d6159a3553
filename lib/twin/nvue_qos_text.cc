// What a switch is set to for RoCE and adaptive routing, and what its queues counted: `nv show qos
// roce`, `nv show router adaptive-routing`, `nv show interface PORT counters qos`, all `-o json`.
// Reference facts 5.1, 5.3 and 5.5; that the JSON has the keys of the text is partly inferred
// there.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "twin/host_text.h"

namespace weft {
namespace {

// Numbers of a switch as NVUE shows them: "146.48 KB", "1.43 MB".
std::string size_text(Bytes size) {
  const double kib = static_cast<double>(size.count) / 1024;
  return kib < 1024 ? fmt::format("{:.2f} KB", kib) : fmt::format("{:.2f} MB", kib / 1024);
}

void pfc(JsonWriter& to, const TwinView& of) {
  to.key("pfc");
  to.begin_object();
  put(to, "cable-length", 100);
  put_set(to, "pfc-priority", {std::to_string(of.state.roce_priority)});
  put(to, "rx-enabled", "yes");
  put(to, "tx-enabled", "yes");
  to.end_object();
}

void dscp_map(JsonWriter& to, const TwinNode& node) {
  std::map<int, std::vector<std::string>> by_priority;
  for (std::size_t dscp = 0; dscp < node.dscp_priority.size(); ++dscp)
    by_priority[node.dscp_priority[dscp]].push_back(std::to_string(dscp));
  to.key("prio-map");
  to.begin_object();
  for (const auto& [priority, all] : by_priority) {
    to.key(std::to_string(priority));
    to.begin_object();
    put_set(to, "dscp", all);
    put(to, "switch-prio", priority);
    to.end_object();
  }
  to.end_object();
}

void queues(JsonWriter& to, const TwinCounters& counters) {
  to.key("egress-queue-stats");
  to.begin_object();
  for (std::size_t p = 0; p < counters.priorities.size(); ++p) {
    const auto& one = counters.priorities[p];
    to.key(std::to_string(p));
    to.begin_object();
    put(to, "ecn-marked-frames", one.ecn_marked);
    put(to, "tx-bytes", one.tx_bytes);
    put(to, "tx-frames", one.tx_packets);
    put(to, "tx-uc-buffer-discards", one.discards);
    to.end_object();
  }
  to.end_object();
  to.key("pfc-stats");
  to.begin_object();
  for (std::size_t p = 0; p < counters.priorities.size(); ++p) {
    to.key(std::to_string(p));
    to.begin_object();
    put(to, "rx-pause-frames", counters.priorities[p].rx_pauses);
    put(to, "tx-pause-frames", counters.priorities[p].tx_pauses);
    to.end_object();
  }
  to.end_object();
}

}  // namespace

std::string nvue_roce_text(const TwinView& of) {
  const TwinNode& node = of.node();
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  to.key("congestion-control");
  to.begin_object();
  put(to, "congestion-mode", "ECN");
  put_set(to, "enabled-tc", {"0", std::to_string(of.state.roce_priority)});
  put(to, "max-threshold", size_text(node.ecn_max));
  put(to, "min-threshold", size_text(node.ecn_min));
  put(to, "probability", 100);
  to.end_object();
  put(to, "enable", "on");
  put(to, "mode", "lossless");
  pfc(to, of);
  dscp_map(to, node);
  to.key("trust");
  to.begin_object();
  if (node.trust_dscp)
    put_set(to, "trust-mode", {"dscp", "pcp"});
  else
    put_set(to, "trust-mode", {"pcp"});
  to.end_object();
  to.end_object();
  return out + "\n";
}

std::string nvue_adaptive_routing_text(const TwinView& of) {
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  if (of.node().adaptive_routing)
    put(to, "state", *of.node().adaptive_routing ? "enabled" : "disabled");
  to.end_object();
  return out + "\n";
}

std::optional<std::string> nvue_qos_text(const TwinView& of, const std::string& port) {
  const std::int32_t index = of.node().port(port);
  if (index < 0) return {};
  std::string out;
  JsonWriter to(out, pretty);
  to.begin_object();
  queues(to, of.node().ports[std::size_t(index)].counters);
  to.end_object();
  return out + "\n";
}

}  // namespace weft

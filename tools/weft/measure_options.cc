// See measure_options.h. What is wrong with a value is said by the suite's reader; only what a
// person cannot know of the suite is said here.

#include "measure_options.h"

#include <array>

#include "base/json_writer.h"

namespace weft {
namespace {

struct FlowMeasurement {
  std::string_view name, pattern, metric;
  std::vector<std::string> sizes;  // unless others are asked for
};

const std::array<FlowMeasurement, 6>& all_measured() {
  static const std::array<FlowMeasurement, 6> all{{
      {"pairs", "pairs", "bandwidth", {"64KiB", "1MiB"}},
      {"latency", "pairs", "latency", {"8"}},
      {"incast", "incast", "bandwidth", {"64KiB"}},
      {"ring", "ring", "bandwidth", {"1MiB"}},
      {"permutation", "permutation", "bandwidth", {"1MiB"}},
      {"loopback", "neighbours", "bandwidth", {"64KiB", "1MiB"}},
  }};
  return all;
}

void write_step(JsonWriter& json, const FlowMeasureOptions& o, const FlowMeasurement& measured) {
  const auto member = [&](std::string_view key, const auto& value) {
    json.key(key);
    json.value(value);
  };
  const auto optional = [&](std::string_view key, const auto& value) {
    if (value) member(key, *value);
  };
  member("id", measured.name);
  member("pattern", measured.pattern);
  member("metric", measured.metric);
  member("transport", std::string_view(o.transport));
  json.key("sizes");
  json.begin_array();
  for (const std::string& size : o.sizes.empty() ? measured.sizes : o.sizes)
    json.value(std::string_view(size));
  json.end_array();
  if (o.duplex) member("duplex", true);
  if (o.transport == "verbs") member("operation", std::string_view(o.operation));
  optional("queue_pairs", o.queue_pairs);
  optional("queue_depth", o.queue_depth);
  optional("dscp", o.dscp);
  optional("service_level", o.service_level);
  if (o.rate) member("rate", std::string_view(*o.rate));
  member("round_time", std::string_view(o.round_time ? *o.round_time : "500ms"));
}

}  // namespace

void declare_measure_options(CLI::App& app, FlowMeasureOptions& o) {
  app.add_option("--transport", o.transport, "How bytes travel")
      ->check(CLI::IsMember({"mpi", "udp", "verbs"}))
      ->capture_default_str();
  app.add_option("--op", o.operation, "Of verbs: how a message is moved")
      ->check(CLI::IsMember({"write", "send", "read"}))
      ->capture_default_str();
  app.add_option("--size", o.sizes, "Message size, such as 8 or 64KiB (repeatable)")
      ->allow_extra_args(false);
  app.add_option("--qps", o.queue_pairs, "Queue pairs of each flow (udp: source ports)");
  app.add_option("--depth", o.queue_depth, "Messages of a flow in flight");
  app.add_option("--dscp", o.dscp, "Of the packets (default: RoCE's 26)");
  app.add_option("--sl", o.service_level, "Of verbs: service level");
  app.add_option("--rate", o.rate, "Of udp: payload rate of a flow, such as 50Mb/s");
  app.add_option("--time", o.round_time, "Of each round, such as 2s (default: 500ms)");
  app.add_flag("--duplex", o.duplex, "Both directions of a pair at once");
}

Result<std::string> suite_text(const FlowMeasureOptions& o) {
  if (o.pattern == "loopback" && o.transport != "verbs")
    return fail("loopback goes through a NIC only over verbs", "add --transport verbs");
  for (const FlowMeasurement& measured : all_measured()) {
    if (measured.name != o.pattern) continue;
    std::string out;
    JsonWriter json(out);
    json.begin_object();
    json.key("schema");
    json.value("1.0");
    json.key("title");
    json.value("Measurement: " + o.pattern);
    json.key("steps");
    json.begin_array();
    json.begin_object();
    write_step(json, o, measured);
    json.end_object();
    json.end_array();
    json.end_object();
    return out;
  }
  return fail("no such measurement: " + o.pattern);
}

}  // namespace weft

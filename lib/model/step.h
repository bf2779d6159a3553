// A step: one pattern with its sizes over a selection of endpoints, bounded in time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"
#include "model/collective.h"

namespace weft {

enum class Metric : std::uint8_t { bandwidth, latency };
constexpr auto words_of(Metric) {
  return std::array<std::pair<Metric, std::string_view>, 2>{
      {{Metric::bandwidth, "bandwidth"}, {Metric::latency, "latency"}}};
}

enum class MemoryKind : std::uint8_t { host, cuda };
constexpr auto words_of(MemoryKind) {
  return std::array<std::pair<MemoryKind, std::string_view>, 2>{
      {{MemoryKind::host, "host"}, {MemoryKind::cuda, "cuda"}}};
}

// How RDMA moves a message: the source writes or sends it, or the target reads it.
enum class Operation : std::uint8_t { write, send, read };
constexpr auto words_of(Operation) {
  return std::array<std::pair<Operation, std::string_view>, 3>{
      {{Operation::write, "write"}, {Operation::send, "send"}, {Operation::read, "read"}}};
}

// Which endpoints of the layout take part, in this order. Empty means all that are not set aside.
struct Selection {
  std::vector<std::uint32_t> endpoints;
  static constexpr auto fields() {
    return std::tuple{defaulted("endpoints", &Selection::endpoints)};
  }
};

struct Step {
  std::string id;       // unique in the run: "pairs_bandwidth"
  std::string about;    // one sentence: what it measures and why
  std::string pattern;  // id of a row of lib/pattern
  Metric metric = Metric::bandwidth;
  std::string transport = "mpi";
  MemoryKind memory = MemoryKind::host;
  std::vector<Bytes> sizes;  // message sizes; each one is a pass over all rounds
  bool duplex = false;       // both directions of a pair in the same round
  // Where the transport has them (udp, verbs): queue pairs (source ports) of a flow and the DSCP of
  // its packets (absent: RoCE's); udp: its payload rate (absent: as much as fits).
  std::int64_t queue_pairs = 1;
  std::optional<BitRate> rate = {};
  std::optional<std::int64_t> dscp = {};
  Operation operation = Operation::write;  // verbs only
  std::int64_t queue_depth = 0;            // messages in flight of a flow; 0: by their size
  std::int64_t service_level = 0;          // verbs only: the priority where DSCP is not trusted
  // Of collectives: the elements, how they are combined, who is the root, whether the result takes
  // the place of the input.
  DataType data_type = DataType::float32;
  Reduction reduction = Reduction::sum;
  std::int64_t root = 0;
  bool in_place = false;
  Nanos round_time = std::chrono::milliseconds(50);  // budget of one round at one size
  Ratio precision{0.05};                      // a round stops once every interval is this narrow
  Nanos deadline = std::chrono::seconds(60);  // of one round: longer means that it hangs
  std::uint64_t seed = 1;
  std::int64_t min_hosts = 1;      // skip with the reason where fewer take part
  std::vector<std::string> needs;  // capabilities of the fabric (FabricInfo): "rdma", "pfc", ...
  Selection selection;

  static constexpr auto fields() {
    return std::tuple{
        field("id", &Step::id),
        defaulted("about", &Step::about),
        field("pattern", &Step::pattern),
        field("metric", &Step::metric),
        defaulted("transport", &Step::transport),
        defaulted("memory", &Step::memory),
        field("size_bytes", &Step::sizes),
        defaulted("duplex", &Step::duplex),
        defaulted("queue_pairs", &Step::queue_pairs, "of a flow"),
        field("rate_bps", &Step::rate, "of a flow; absent: as much as fits"),
        field("dscp", &Step::dscp, "absent: RoCE's"),
        defaulted("operation", &Step::operation, "of RDMA"),
        defaulted("queue_depth", &Step::queue_depth, "0: by the size"),
        defaulted("service_level", &Step::service_level, "of RDMA"),
        defaulted("data_type", &Step::data_type, "of a collective"),
        defaulted("reduction", &Step::reduction, "of a collective that combines"),
        defaulted("root", &Step::root, "member, of broadcast, reduce, gather, scatter"),
        defaulted("in_place", &Step::in_place, "of a collective"),
        defaulted("round_time_ns", &Step::round_time),
        defaulted("precision_ratio", &Step::precision),
        defaulted("deadline_ns", &Step::deadline),
        defaulted("seed", &Step::seed),
        defaulted("min_hosts", &Step::min_hosts),
        defaulted("needs", &Step::needs, "capabilities of the fabric"),
        defaulted("selection", &Step::selection)};
  }
};

}  // namespace weft

// What `weft measure collective` says: each size with its times, rates and members.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"
#include "model/collective.h"
#include "model/step.h"
#include "model/verdict.h"

namespace weft {

struct CollectiveMemberTimes {
  std::string endpoint;  // "host-a/0"
  Nanos median{0}, p99{0}, longest{0};
  std::int64_t wrong_elements = 0;
  std::vector<std::int64_t> calls;  // ns, of the calls that were kept, in their order

  static constexpr auto fields() {
    return std::tuple{field("endpoint", &CollectiveMemberTimes::endpoint),
                      field("median_ns", &CollectiveMemberTimes::median),
                      field("p99_ns", &CollectiveMemberTimes::p99),
                      field("longest_ns", &CollectiveMemberTimes::longest),
                      field("wrong_elements", &CollectiveMemberTimes::wrong_elements),
                      field("calls_ns", &CollectiveMemberTimes::calls)};
  }
};

// One size. A call took what it took its slowest member; times and rates are medians over calls,
// absent where nothing was measured.
struct CollectiveSize {
  Bytes size;                 // as it was asked
  std::int64_t elements = 0;  // of the size as it was called: whole blocks
  std::int64_t calls = 0;
  std::optional<Nanos> time, low, high;  // median and its 95 % interval
  std::optional<BitRate> algorithm, bus;
  std::int64_t checked_elements = 0, wrong_elements = 0;
  Verdict verdict = Verdict::unknown;
  std::string why;
  std::vector<std::string> stragglers;  // endpoints
  std::vector<CollectiveMemberTimes> members;

  static constexpr auto fields() {
    return std::tuple{field("size_bytes", &CollectiveSize::size),
                      field("elements", &CollectiveSize::elements),
                      field("calls", &CollectiveSize::calls),
                      field("time_ns", &CollectiveSize::time),
                      field("low_ns", &CollectiveSize::low),
                      field("high_ns", &CollectiveSize::high),
                      field("algorithm_bps", &CollectiveSize::algorithm, "size / time"),
                      field("bus_bps", &CollectiveSize::bus, "times the bus factor"),
                      field("checked_elements", &CollectiveSize::checked_elements),
                      field("wrong_elements", &CollectiveSize::wrong_elements),
                      field("verdict", &CollectiveSize::verdict),
                      field("why", &CollectiveSize::why),
                      field("stragglers", &CollectiveSize::stragglers),
                      field("members", &CollectiveSize::members)};
  }
};

struct CollectiveReport {
  std::string schema = "1.0";
  std::string tool_version, headline;
  Collective collective = Collective::all_reduce;
  DataType data_type = DataType::float32;
  Reduction reduction = Reduction::sum;
  std::int64_t root = 0;
  bool in_place = false;
  MemoryKind memory = MemoryKind::host;
  std::int64_t members = 0;
  double bus_factor = 1;
  std::string skipped;  // why nothing was measured, "" where something was
  std::vector<CollectiveSize> sizes;

  static constexpr auto fields() {
    return std::tuple{field("schema", &CollectiveReport::schema),
                      field("tool_version", &CollectiveReport::tool_version),
                      field("headline", &CollectiveReport::headline),
                      field("collective", &CollectiveReport::collective),
                      field("data_type", &CollectiveReport::data_type),
                      field("reduction", &CollectiveReport::reduction),
                      field("root", &CollectiveReport::root),
                      field("in_place", &CollectiveReport::in_place),
                      field("memory", &CollectiveReport::memory),
                      field("members", &CollectiveReport::members),
                      field("bus_factor_ratio", &CollectiveReport::bus_factor),
                      field("skipped", &CollectiveReport::skipped),
                      field("sizes", &CollectiveReport::sizes)};
  }
};

}  // namespace weft

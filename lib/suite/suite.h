// A suite: which steps to run, as data that a person writes.
//
//   {
//     "schema": "1.0",
//     "title": "Quick look",
//     "about": "One sentence.",
//     "steps": [
//       // Comments are allowed.
//       {"pattern": "pairs", "metric": "bandwidth", "duplex": true, "round_time": "50ms",
//        "sizes": ["64KiB", "1MiB"]},
//       {"pattern": "ring", "sizes": {"from": "8", "to": "8MiB", "factor": 8}}
//     ]
//   }
//
// The file's name is the suite's id. A range of sizes holds both its ends. suites/quick.json shows
// nearly every key there is. Over UDP and verbs also "queue_pairs" (source ports of a flow) and
// "dscp" (0 to 63; else RoCE's 26); over UDP "rate" (of a flow's payload, "50Mb/s"; else as much as
// fits); over verbs "operation" ("write", "send", "read") and "service_level" (0 to 7).
// "queue_depth" is how many messages of a flow are in flight (1 to 1024; else by their size).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/step.h"
#include "suite/needs.h"  // why_skipped: whoever runs a suite asks

namespace weft {

struct Suite {
  std::string id;     // the file's name without folder and ".json"
  std::string title;  // the id where the file does not say
  std::string about;
  std::vector<Step> steps;           // ids unique, at least one
  std::optional<Nanos> time_budget;  // of the whole suite: rounds are shortened to keep it
  std::vector<std::string> notes;    // keys of a newer minor version that were left out
};

// Limits of what a suite may ask.
namespace suite_limit {
constexpr Bytes smallest_size = 1_B, largest_size = 1024_MiB;
constexpr double lowest_rate = 1e3, highest_rate = 1e13;  // bit/s
constexpr std::size_t most_sizes = 64, most_steps = 1000;
constexpr Nanos shortest_round = std::chrono::microseconds(100);
constexpr Nanos longest_round = std::chrono::minutes(10);
constexpr Nanos shortest_deadline = std::chrono::milliseconds(100);
constexpr Nanos longest_time = std::chrono::hours(24 * 31);
}  // namespace suite_limit

// The suite in `text`. `file` names it in messages and gives the id. `pattern_ids`: the patterns
// there are; empty means that they are not checked.
// Error: every mistake in the file at once, each with line and column and what was expected.
Result<Suite> read_suite(std::string_view text, const std::string& file,
                         std::span<const std::string_view> pattern_ids = {});

}  // namespace weft

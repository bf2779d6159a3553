// What every report says in the same words: counts, order, numbers with their unit, sentences.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/run.h"

namespace weft {

// Device text as a person may safely see it, on one line: control bytes and bytes that are not
// UTF-8 as \xNN; characters that reorder, hide or end a line (bidirectional overrides, zero width,
// noncharacters) as \u{NNNN}. Not yet escaped for any format.
std::string visible(std::string_view text);

// How many judgements and findings have each verdict.
struct Tally {
  std::array<std::int64_t, 5> count{};
  std::int64_t of(Verdict verdict) const { return count[static_cast<std::size_t>(verdict)]; }
  void add(Verdict verdict) { ++count[static_cast<std::size_t>(verdict)]; }
  std::int64_t total() const;
};
Tally tally_of(const Run& run);

// From bad to good: the order in which verdicts are told.
inline constexpr std::array<Verdict, 5> worst_first{Verdict::fail, Verdict::unknown, Verdict::warn,
                                                    Verdict::skip, Verdict::pass};
std::vector<const Finding*> worst_findings_first(const Run& run);

// Numbers of one row in one unit: chosen once, from the row's main value.
struct NumberScale {
  double factor = 1;  // divides the value
  std::string unit;   // "Gb/s", "us"
  int decimals = 0;
  std::string number(double value) const;     // "391.2"
  std::string with_unit(double value) const;  // "391.2 Gb/s"
};
// `unit` as in a judgement or a matrix: "bps", "ns"; any other is written as it is.
NumberScale scale_of(std::string_view unit, double reference);
NumberScale scale_of(const Judgement& judgement);

bool lower_is_better(std::string_view unit);  // ns
inline bool measured(const Judgement& judgement) { return judgement.summary.n > 0; }
inline bool judged(const Judgement& j) { return j.baseline.source != BaselineSource::none; }

// The share of the steps' wall time that was not measuring; nothing when no time is known.
std::optional<Ratio> not_measuring(const Overhead& overhead);
Overhead overhead_of(const Run& run);  // summed over the steps

std::optional<Nanos> time_between(const std::optional<Instant>& from,
                                  const std::optional<Instant>& to);  // nothing when unknown

// "1 fail, 2 unknown, 12 pass"; zero counts are left out; "nothing was judged" when empty.
std::string sentence(const Tally& tally);

std::string thousands(std::int64_t n);  // "1,048,576"

// "64 KiB"; "" for a judgement about a step that was not run at any size.
std::string size_of(const Judgement& judgement);
// "64 KiB, between hosts"; "the whole step" when it was not run at any size or class.
std::string size_and_class(const Judgement& judgement);
// "hgx-118/0: 95 of 190 flows", worst first, at most `most`, then "and 3 more"; empty when none.
std::vector<std::string> failing_endpoints(const Run& run, const Judgement& judgement,
                                           std::size_t most);
// "12 of 12 flows measured"
std::string flows_sentence(const Judgement& judgement);
// "1.2 GiB verified, none wrong", "64 B of 1.2 GiB verified are wrong", "payload not verified"
std::string payload_sentence(const Judgement& judgement);

// "1,200 packets: 0.1 % lost, 3 % overtaken, 0 % marked (CE)"; empty where packets were not seen.
std::string packets_sentence(const Judgement& judgement);

// A run that tells less than its reader may think says so first: not complete, nothing judged.
std::vector<std::string> warnings_of(const Run& run);

}  // namespace weft

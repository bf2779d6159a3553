// Expands names such as r[1-2]n[01-03]: each bracket is a set of choices.
// How a bracket is written is the format's business; that nothing grows without bound is here.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hostlist/builder.h"

namespace weft {

// A run of numbers, `step` apart, padded with zeros to `width`; or of letters.
struct NameRange {
  std::uint64_t first = 0, last = 0, step = 1;
  std::size_t width = 0;
  bool letters = false;  // first and last are characters
  std::uint64_t count() const { return (last - first) / step + 1; }
};

// A part of a name: literal text, or what is to be chosen in its place.
struct NamePart {
  std::string literal;
  std::vector<NameRange> choices = {};  // empty: the literal
};

// Which bracket turns fastest: in Ansible the last one, then the one before it, and so on; in Slurm
// (22.05, tried) the last one, then the first, the second, ...: n[1-2][3-4][5-6] begins n135 n136
// n235. Ranks follow this order, so it is kept.
enum class Turning { last_fastest, as_slurm };

// All names, in order. Nothing (and an error at `at`) when they are more than max_hosts.
std::optional<std::vector<std::string>> expand(HostListBuilder& out,
                                               const std::vector<NamePart>& parts, Turning order,
                                               Spot at);

// `digits` as a number; nothing when it is not one or is beyond 10^18.
std::optional<std::uint64_t> range_number(std::string_view digits);

}  // namespace weft

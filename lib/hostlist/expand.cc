// See expand.h.

#include "hostlist/expand.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace weft {
namespace {

std::vector<std::string> words_of_part(const NamePart& part) {
  if (part.choices.empty()) return {part.literal};
  std::vector<std::string> out;
  for (const NameRange& range : part.choices)
    for (std::uint64_t i = 0; i < range.count(); ++i) {
      const std::uint64_t value = range.first + i * range.step;
      out.push_back(range.letters ? std::string(1, static_cast<char>(value))
                                  : fmt::format("{:0{}}", value, range.width));
    }
  return out;
}

// How many names; nothing when beyond the limit.
std::optional<std::uint64_t> count_names(const std::vector<NamePart>& parts) {
  std::uint64_t total = 1;
  for (const NamePart& part : parts) {
    if (part.choices.empty()) continue;
    std::uint64_t choices = 0;
    for (const NameRange& range : part.choices) {
      if (range.count() > max_hosts) return std::nullopt;
      choices += range.count();
    }
    if (choices > max_hosts || total * choices > max_hosts) return std::nullopt;
    total *= choices;
  }
  return total;
}

}  // namespace

std::optional<std::vector<std::string>> expand(HostListBuilder& out,
                                               const std::vector<NamePart>& parts, Turning order,
                                               Spot at) {
  if (!count_names(parts)) {
    out.error(at, fmt::format("these are more than {} hosts", max_hosts),
              "look for a digit too many");
    return std::nullopt;
  }
  std::vector<std::vector<std::string>> words;
  std::vector<std::size_t> turning;  // the parts with choices, the one that turns fastest first
  for (const NamePart& part : parts) {
    if (!part.choices.empty()) turning.push_back(words.size());
    words.push_back(words_of_part(part));
  }
  if (order == Turning::as_slurm && !turning.empty())
    std::rotate(turning.begin(), turning.end() - 1, turning.end());
  else
    std::reverse(turning.begin(), turning.end());
  std::vector<std::string> names;
  std::vector<std::size_t> at_word(words.size(), 0);
  for (;;) {
    std::string& name = names.emplace_back();
    for (std::size_t i = 0; i < words.size(); ++i) name += words[i][at_word[i]];
    const auto next = std::ranges::find_if(turning, [&](std::size_t i) {
      if (++at_word[i] < words[i].size()) return true;
      at_word[i] = 0;
      return false;
    });
    if (next == turning.end()) return names;
  }
}

std::optional<std::uint64_t> range_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 18) return std::nullopt;
  return parse_uint(digits);
}

}  // namespace weft

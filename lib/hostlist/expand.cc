// See expand.h.

#include "hostlist/expand.h"

#include <fmt/format.h>

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
                                               const std::vector<NamePart>& parts, Spot at) {
  if (!count_names(parts)) {
    out.error(at, fmt::format("these are more than {} hosts", max_hosts),
              "look for a digit too many");
    return std::nullopt;
  }
  std::vector<std::string> names{""};
  for (const NamePart& part : parts) {
    std::vector<std::string> longer;
    for (const std::string& name : names)
      for (const std::string& word : words_of_part(part)) longer.push_back(name + word);
    names = std::move(longer);
  }
  return names;
}

std::optional<std::uint64_t> range_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 18) return std::nullopt;
  return parse_uint(digits);
}

}  // namespace weft

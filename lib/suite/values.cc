// See values.h.

#include "suite/values.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "suite/suite.h"

namespace weft {
namespace {

struct RangeText {
  Json from, to, factor;
  static constexpr auto fields() {
    return std::tuple{field("from", &RangeText::from), field("to", &RangeText::to),
                      defaulted("factor", &RangeText::factor)};
  }
};

std::string shown(const Json& json) {
  if (const std::string* text = json.text()) return fmt::format("'{}'", printable(*text, 60));
  std::int64_t whole = 0;
  if (json.integer(whole)) return fmt::format("{}", whole);
  double number = 0;
  if (json.number(number)) return fmt::format("{}", number);
  return std::string(json.kind());
}

}  // namespace

void ValueReader::expected(const Json& at, const std::string& path, std::string_view wanted) {
  mistake(at, path, fmt::format("expected {}, got {}", wanted, shown(at)));
}

std::string ValueReader::word_in(const Json& json, const std::string& path, std::string_view kind,
                                 std::span<const std::string_view> words) {
  if (json.text() == nullptr) return expected(json, path, kind), "";
  if (words.empty()) return *json.text();
  // Both spellings of an id are taken, as on the command line.
  std::string word = *json.text();
  std::replace(word.begin(), word.end(), '-', '_');
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  mistake(json, path, one_of(words, json));
  return "";
}

std::string ValueReader::sentence(const Json& json, const std::string& path) {
  if (json.is_null()) return "";
  if (json.text() == nullptr) return expected(json, path, "text"), "";
  return *json.text();
}

std::optional<Nanos> ValueReader::time(const Json& json, const std::string& path, Nanos least,
                                       Nanos most) {
  if (json.is_null()) return std::nullopt;
  const std::string wanted =
      fmt::format("a time from {} to {}, such as \"50ms\" or \"30s\"", text(least), text(most));
  if (json.text() != nullptr) {
    const auto value = parse_duration(*json.text());
    if (value && *value >= least && *value <= most) return *value;
  }
  expected(json, path, wanted);
  return std::nullopt;
}

std::int64_t ValueReader::count(const Json& json, const std::string& path, std::int64_t least,
                                std::int64_t most, std::int64_t otherwise) {
  std::int64_t value = 0;
  if (json.is_null()) return otherwise;
  if (json.integer(value) && value >= least && value <= most) return value;
  expected(json, path, fmt::format("a whole number from {} to {}", least, most));
  return otherwise;
}

std::optional<BitRate> ValueReader::rate(const Json& json, const std::string& path) {
  if (json.is_null()) return std::nullopt;
  if (json.text() != nullptr) {
    const auto value = parse_rate(*json.text());
    if (value && value->bps >= suite_limit::lowest_rate && value->bps <= suite_limit::highest_rate)
      return *value;
  }
  expected(json, path,
           fmt::format("a rate from {} to {}, such as \"50Mb/s\"",
                       text(BitRate{suite_limit::lowest_rate}),
                       text(BitRate{suite_limit::highest_rate})));
  return std::nullopt;
}

std::optional<Bytes> ValueReader::size(const Json& json, const std::string& path) {
  std::optional<Bytes> value;
  std::int64_t number = 0;
  if (json.integer(number)) value = Bytes{number};
  if (json.text() != nullptr)
    if (const auto parsed = parse_bytes(*json.text())) value = *parsed;
  if (value && *value >= suite_limit::smallest_size && *value <= suite_limit::largest_size)
    return value;
  expected(json, path,
           fmt::format("a size from {} to {}, such as 8, \"64KiB\" or \"8MiB\"",
                       text(suite_limit::smallest_size), text(suite_limit::largest_size)));
  return std::nullopt;
}

// Both ends and what lies between: the last stride may be shorter.
std::vector<Bytes> ValueReader::range(const Json& json, const std::string& path) {
  RangeText parts;
  fields_.read(json, parts, path);
  if (json.find("from") == nullptr || json.find("to") == nullptr) return {};
  const auto from = size(parts.from, path + ".from");
  const auto to = size(parts.to, path + ".to");
  const std::int64_t factor = count(parts.factor, path + ".factor", 2, 1 << 20, 2);
  if (!from || !to) return {};
  if (*from > *to) {
    mistake(parts.to, path + ".to",
            fmt::format("{} is smaller than \"from\", {}", text(*to), text(*from)));
    return {};
  }
  std::vector<Bytes> out;
  for (Bytes at = *from; at < *to; at = at * factor) out.push_back(at);
  out.push_back(*to);
  return out;
}

std::vector<Bytes> ValueReader::sizes(const Json& json, const std::string& path) {
  if (json.object() != nullptr) return range(json, path);
  if (json.array() == nullptr) {
    expected(json, path,
             "a list such as [\"8\", \"64KiB\"] or {\"from\": \"8\", \"to\": \"8MiB\"}");
    return {};
  }
  if (json.array()->empty()) mistake(json, path, "is empty, expected at least one size");
  if (json.array()->size() > suite_limit::most_sizes)
    return mistake(json, path,
                   fmt::format("has {} sizes, at most {} are measured in one step",
                               json.array()->size(), suite_limit::most_sizes)),
           std::vector<Bytes>{};
  std::vector<Bytes> out;
  for (std::size_t i = 0; i < json.array()->size(); ++i) {
    const Json& item = (*json.array())[i];
    const std::string where = fmt::format("{}[{}]", path, i);
    const auto value = size(item, where);
    if (!value) continue;
    if (std::find(out.begin(), out.end(), *value) != out.end())
      mistake(item, where, fmt::format("{} is there twice", text(*value)));
    out.push_back(*value);
  }
  return out;
}

}  // namespace weft

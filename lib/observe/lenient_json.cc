// Repairs before the second try at parsing; see lenient_json.h. Every repair keeps byte positions.

#include "observe/lenient_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace weft {
namespace {

Place place_at(std::string_view text, std::size_t offset, const std::string& file) {
  Place place{file, 1, 1};
  for (std::size_t i = 0; i < offset && i < text.size(); ++i) {
    if (text[i] == '\n')
      ++place.line, place.column = 1;
    else
      ++place.column;
  }
  return place;
}

struct Repair {
  std::size_t offset;
  std::string what;
};

// Commas before a closing bracket and raw control bytes inside strings become spaces or '?'.
std::vector<Repair> repair_inside(std::string& text) {
  std::vector<Repair> done;
  bool in_string = false;
  std::size_t comma = std::string::npos;  // last comma with only blanks after it
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
      else if (static_cast<unsigned char>(c) < 0x20) {
        done.push_back({i, fmt::format("control byte 0x{:02x} inside text, read as '?'", c)});
        text[i] = '?';
      }
      continue;
    }
    if (c == '"') in_string = true;
    if ((c == '}' || c == ']') && comma != std::string::npos) {
      done.push_back({comma, fmt::format("comma before '{}' left out", c)});
      text[comma] = ' ';
    }
    if (c == ',')
      comma = i;
    else if (std::string_view(" \t\r\n").find(c) == std::string_view::npos)
      comma = std::string::npos;
  }
  return done;
}

// Lines above the JSON (warnings of a daemon, a login banner) become blanks.
std::optional<Repair> repair_preamble(std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos || text[start] == '{' || text[start] == '[') return {};
  const std::size_t at = text.find("\n{");
  if (at == std::string::npos) return {};
  const std::string_view first =
      trim(std::string_view(text).substr(start, text.find('\n', start) - start));
  Repair repair{start, fmt::format("text above the JSON left out: '{}'", printable(first, 60))};
  for (std::size_t i = 0; i < at; ++i)
    if (text[i] != '\n') text[i] = ' ';
  return repair;
}

Failure no_json(const Answer& answer, Error error) {
  const std::string_view said = trim(answer.text);
  if (said.empty())
    return fail_at({answer.from, 0, 0},
                   "is empty: nothing was collected, which is not the same as "
                   "no neighbours",
                   "collect it again");
  if (said.front() == '{' || said.front() == '[') return Failure(std::move(error));
  return fail_at({answer.from, 1, 1},
                 fmt::format("is not JSON, it begins '{}'", printable(said, 80)),
                 "collect it again");
}

}  // namespace

Result<Json> lenient_json(const Answer& answer, Notes& notes) {
  std::vector<std::size_t> bad;
  auto json = parse_json(answer.text, answer.from, &bad);
  if (!json) {
    std::string text = answer.text;
    const auto above = repair_preamble(text);
    auto repairs = repair_inside(text);
    if (above) repairs.insert(repairs.begin(), *above);
    if (repairs.empty()) return no_json(answer, std::move(json.error()));
    auto again = parse_json(text, answer.from, &bad);
    if (!again) return no_json(answer, std::move(json.error()));
    for (const Repair& r : repairs) notes.warn(place_at(text, r.offset, answer.from), r.what);
    json = std::move(again);
  }
  if (!bad.empty())
    notes.warn(place_at(answer.text, bad.front(), answer.from),
               fmt::format("byte {} is not valid UTF-8, shown as U+FFFD (the file has {} such)",
                           bad.front(), bad.size()));
  return json;
}

const Json* unwrapped(const Json* value) {
  while (value != nullptr && value->array() != nullptr)
    value = value->array()->empty() ? nullptr : &value->array()->front();
  return value;
}

std::vector<std::string> texts_of(const Json* value) {
  std::vector<std::string> out;
  if (value == nullptr) return out;
  if (const auto* list = value->array()) {
    for (const Json& item : *list)
      for (std::string& text : texts_of(&item)) out.push_back(std::move(text));
  } else if (value->text() != nullptr) {
    out.push_back(*value->text());
  } else if (value->object() != nullptr) {
    if (const Json* inner = value->find("value")) return texts_of(inner);
  } else if (!value->is_null()) {
    out.push_back(to_text(*value));
  }
  return out;
}

std::string text_of(const Json* value) {
  auto all = texts_of(value);
  return all.empty() ? "" : std::move(all.front());
}

std::optional<std::int64_t> integer_of(const Json* value) {
  value = unwrapped(value);
  std::int64_t number = 0;
  if (value == nullptr) return {};
  if (value->integer(number)) return number;
  const auto parsed = parse_uint(trim(text_of(value)));
  if (!parsed || *parsed > static_cast<std::uint64_t>(INT64_MAX)) return {};
  return static_cast<std::int64_t>(*parsed);
}

std::optional<bool> bool_of(const Json* value) {
  value = unwrapped(value);
  if (value == nullptr) return {};
  if (const bool* b = value->boolean()) return *b;
  std::string word;
  if (const auto* members = value->object(); members != nullptr && members->size() == 1)
    word = lower(members->front().key);  // old NVUE: {"up": {}}
  else
    word = lower(trim(text_of(value)));
  static constexpr std::array yes = {"on", "up", "yes", "true", "enabled"};
  static constexpr std::array no = {"off", "down", "no", "false", "disabled"};
  if (std::ranges::find(yes, word) != yes.end()) return true;
  if (std::ranges::find(no, word) != no.end()) return false;
  return {};
}

}  // namespace weft

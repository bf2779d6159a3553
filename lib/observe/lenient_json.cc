// Repairs before the second try at parsing; see lenient_json.h. Every repair keeps byte positions.

#include "observe/lenient_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "base/utf16.h"

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

bool is_blank(char c) { return std::string_view(" \t\r\n").find(c) != std::string_view::npos; }

void blank(std::string& text, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i)
    if (text[i] != '\n') text[i] = ' ';
}

// One pass outside and inside strings. Commas before a closing bracket and raw control bytes inside
// strings become spaces or '?', as do escapes that are none; objects one after another (one per
// VRF) become one; what follows the JSON (a prompt) becomes blanks.
class Repairs {
 public:
  explicit Repairs(std::string& text) : text_(text) {}

  std::vector<Repair> run() {
    for (std::size_t i = 0; i < text_.size(); ++i) in_string_ ? inside(i) : outside(i);
    return std::move(done_);
  }

 private:
  void inside(std::size_t& i) {
    const char c = text_[i];
    if (c == '\\') {
      escape(i);
    } else if (c == '"') {
      in_string_ = false;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      done_.push_back({i, fmt::format("control byte 0x{:02x} inside text, read as '?'", c)});
      text_[i] = '?';
    }
  }

  // Four hexadecimal digits behind "\\u" at `i`.
  std::optional<unsigned> unit(std::size_t i) const {
    unsigned value = 0;
    if (text_.compare(i, 2, "\\u") != 0 || i + 6 > text_.size()) return {};
    const char* const end = text_.data() + i + 6;
    const auto [last, error] = std::from_chars(text_.data() + i + 2, end, value, 16);
    if (error != std::errc{} || last != end) return {};
    return value;
  }

  // Steps behind an escape. One that JSON does not have loses its backslash, half of a pair of
  // surrogates becomes U+FFFD.
  void escape(std::size_t& i) {
    constexpr std::string_view known = "\"\\/bfnrt";
    if (i + 1 < text_.size() && known.find(text_[i + 1]) != known.npos) {
      ++i;
      return;
    }
    const auto first = unit(i);
    if (!first) {
      done_.push_back({i, "backslash that begins no escape of JSON, read as '?'"});
      text_[i] = '?';
    } else if (*first >= 0xD800 && *first < 0xE000) {
      const auto second = *first < 0xDC00 ? unit(i + 6) : std::nullopt;
      const bool pair = second && *second >= 0xDC00 && *second < 0xE000;
      if (!pair) {
        done_.push_back({i, "half of a pair of surrogates, shown as U+FFFD"});
        text_.replace(i + 2, 4, "fffd");
      }
      i += pair ? 11 : 5;
    } else {
      i += 5;
    }
  }

  void outside(std::size_t i) {
    const char c = text_[i];
    if (is_blank(c)) return;
    if ((c == '}' || c == ']') && comma_ != std::string::npos) {
      done_.push_back({comma_, fmt::format("comma before '{}' left out", c)});
      text_[comma_] = ' ';
    }
    comma_ = c == ',' ? i : std::string::npos;
    in_string_ = c == '"';
    depth_ += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
    if ((c == '}' || c == ']') && depth_ == 0) after_the_end(i);
    if (c != '"' || depth_ > 0) last_ = i;
  }

  void after_the_end(std::size_t end) {
    std::size_t next = end + 1;
    while (next < text_.size() && is_blank(text_[next])) ++next;
    if (next == text_.size()) return;
    if (text_[end] == '}' && text_[next] == '{') {
      done_.push_back({next, "another object follows, read as part of the first"});
      const bool empty = last_ < end && text_[last_] == '{';
      text_[end] = empty ? ' ' : ',';
      text_[next] = ' ';
      comma_ = empty ? std::string::npos : end;
      ++depth_;
      return;
    }
    const std::string_view rest = std::string_view(text_).substr(next);
    done_.push_back({next, fmt::format("text below the JSON left out: '{}'",
                                       printable(trim(rest.substr(0, rest.find('\n'))), 60))});
    blank(text_, next, text_.size());
  }

  std::string& text_;
  std::vector<Repair> done_;
  bool in_string_ = false;
  int depth_ = 0;
  std::size_t comma_ = std::string::npos;  // last comma with only blanks after it
  std::size_t last_ = 0;                   // last byte that is no blank
};

// Where the JSON begins: a '{', or a '[' that begins a list of objects, first on its line.
std::size_t begin_of_json(std::string_view text) {
  for (std::size_t line = 0; line < text.size();) {
    const std::size_t at = text.find_first_not_of(" \t\r", line);
    if (at == text.npos) return at;
    if (text[at] == '{') return at;
    if (text[at] == '[') {
      const std::size_t next = text.find_first_not_of(" \t\r\n", at + 1);
      if (next != text.npos && (text[next] == '{' || text[next] == ']')) return at;
    }
    const std::size_t end = text.find('\n', at);
    if (end == text.npos) return end;
    line = end + 1;
  }
  return text.npos;
}

// Colours of a terminal become blanks.
std::optional<Repair> repair_colours(std::string& text) {
  std::optional<Repair> done;
  for (std::size_t i = text.find("\x1b["); i != text.npos; i = text.find("\x1b[", i + 1)) {
    std::size_t end = i + 2;
    while (end < text.size() && (std::isdigit(static_cast<unsigned char>(text[end])) != 0 ||
                                 text[end] == ';' || text[end] == '?'))
      ++end;
    if (!done) done = Repair{i, "colours of a terminal left out"};
    blank(text, i, std::min(end + 1, text.size()));
  }
  return done;
}

// Lines above the JSON (warnings of a daemon, a login banner) become blanks.
std::optional<Repair> repair_preamble(std::string& text) {
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos || text[start] == '{' || text[start] == '[') return {};
  const std::size_t at = begin_of_json(text);
  if (at == std::string::npos) return {};
  const std::string_view first =
      trim(std::string_view(text).substr(start, text.find('\n', start) - start));
  Repair repair{start, fmt::format("text above the JSON left out: '{}'", printable(first, 60))};
  blank(text, 0, at);
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
  if (auto text = utf16_text(answer.text)) {
    notes.warn({answer.from, 1, 1}, "is UTF-16, read as such; places are those of its text");
    return lenient_json({std::move(*text), answer.from, answer.status, answer.error}, notes);
  }
  std::vector<std::size_t> bad;
  auto json = parse_json(answer.text, answer.from, &bad);
  if (!json) {
    std::string text = answer.text;
    const auto colours = repair_colours(text), above = repair_preamble(text);
    auto repairs = Repairs(text).run();
    for (const auto& one : {above, colours})
      if (one) repairs.insert(repairs.begin(), *one);
    if (repairs.empty()) return no_json(answer, std::move(json.error()));
    bad.clear();
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

// nlohmann/json behind our own value: its SAX events build Json with line and column.
//
// The parser does not say where an event stood, so it reads through an iterator that counts; the
// lexer may have read one character past a number, which is why `line`/`column` say "near".

#include "base/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/json_writer.h"
#include "base/text.h"

namespace weft {
namespace {

constexpr std::size_t deepest = 200;

// How far the parser has read, and how much of that it was not shown.
struct Progress {
  const char* at;
  const char* end;
  std::size_t hidden = 0;
};

// Forward iterator over the text that leaves its position where the handler can see it. It hides
// the indentation of each line, half of what machines print, from the parser, which takes blanks
// one by one: a line cannot begin inside a string.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  const char* at;
  Progress* progress;
  bool new_line = false;

  Cursor& operator++() {
    new_line = *at++ == '\n';
    progress->at = at;
    return *this;
  }
  Cursor operator++(int) {
    Cursor old = *this;
    ++*this;
    return old;
  }
  reference operator*() {
    if (!new_line) return *at;
    const char* const line = at;
    while (at + 1 < progress->end && at[0] == ' ' && at[1] == ' ') ++at;  // the last one stays
    progress->hidden += static_cast<std::size_t>(at - line);
    progress->at = at;
    new_line = false;
    return *at;
  }
  bool operator==(const Cursor& other) const { return at == other.at; }
  bool operator!=(const Cursor& other) const { return at != other.at; }
};

// Line and column of byte offsets that only grow, so that the whole file is counted once.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text) {}

  void place(std::size_t offset, std::uint32_t& line, std::uint32_t& column) {
    if (offset < counted_) counted_ = 0, line_ = 1, line_start_ = 0;
    for (; counted_ < offset && counted_ < text_.size(); ++counted_)
      if (text_[counted_] == '\n') ++line_, line_start_ = counted_ + 1;
    line = line_;
    column = static_cast<std::uint32_t>(offset - line_start_ + 1);
  }

 private:
  std::string_view text_;
  std::size_t counted_ = 0, line_start_ = 0;
  std::uint32_t line_ = 1;
};

class Builder {
 public:
  Builder(std::string_view text, const Progress& progress)
      : text_(text), progress_(progress), lines_(text) {}

  bool null() { return add({}, 4); }
  bool boolean(bool v) { return add(v, v ? 4 : 5); }
  bool number_integer(std::int64_t v) { return add(v, 1); }
  bool number_unsigned(std::uint64_t v) {
    if (v <= static_cast<std::uint64_t>(INT64_MAX)) return add(static_cast<std::int64_t>(v), 1);
    return add(v, 1);
  }
  bool number_float(double v, const std::string&) { return add(v, 1); }
  bool string(std::string& v) {
    const std::size_t length = v.size() + 2;
    return add(std::move(v), length);
  }
  bool binary(std::vector<std::uint8_t>&) { return false; }
  bool start_object(std::size_t) { return open(Json::Object{}); }
  bool start_array(std::size_t) { return open(Json::Array{}); }
  bool end_object() { return stack_.pop_back(), true; }
  bool end_array() { return stack_.pop_back(), true; }
  bool key(std::string& v) {
    auto& object = std::get<Json::Object>(stack_.back()->value);
    if (object.empty()) object.reserve(4);
    object.push_back({std::move(v), {}});
    return true;
  }
  bool parse_error(std::size_t at, const std::string& token, const nlohmann::json::exception& e) {
    at += progress_.hidden;
    error_ = Error{describe(token, e.what()), place(at > 0 ? at - 1 : 0), "", {}};
    return false;
  }

  Json root;
  std::optional<Error> error_;

  Place place(std::size_t offset) {
    Place out;
    lines_.place(offset, out.line, out.column);
    return out;
  }

 private:
  std::size_t offset() const { return static_cast<std::size_t>(progress_.at - text_.data()); }

  // The library's text after "parse error at line ..., column ...: ", without its own position.
  static std::string describe(const std::string& token, std::string_view what) {
    const std::size_t from = what.find(": ");
    if (from != std::string_view::npos) what.remove_prefix(from + 2);
    if (what.starts_with("syntax error while parsing ")) what.remove_prefix(27);
    if (what.starts_with("[json.exception.")) what.remove_prefix(what.find("] ") + 2);
    (void)token;
    return fmt::format("not valid JSON: {}", printable(what));
  }

  Json* slot() {
    if (stack_.empty()) return &root;
    Json& top = *stack_.back();
    if (auto* array = std::get_if<Json::Array>(&top.value)) return &array->emplace_back();
    return &std::get<Json::Object>(top.value).back().value;
  }

  bool add(Json::Value value, std::size_t length) {
    Json* place_of = slot();
    place_of->value = std::move(value);
    const std::size_t end = offset();
    lines_.place(end > length ? end - length : 0, place_of->line, place_of->column);
    return true;
  }

  bool open(Json::Value value) {
    Json* made = slot();
    made->value = std::move(value);
    lines_.place(offset() > 0 ? offset() - 1 : 0, made->line, made->column);
    stack_.push_back(made);
    if (stack_.size() <= deepest) return true;
    error_ = Error{fmt::format("nested deeper than {} levels", deepest), place(offset()), "", {}};
    return false;
  }

  std::string_view text_;
  const Progress& progress_;
  Lines lines_;
  std::vector<Json*> stack_;  // open containers; a parent's vector does not grow while one is open
};

void write(JsonWriter& out, const Json& json);

struct Write {
  JsonWriter& out;
  void operator()(std::monostate) const { out.null(); }
  void operator()(bool v) const { out.value(v); }
  void operator()(std::int64_t v) const { out.value(v); }
  void operator()(std::uint64_t v) const { out.value(v); }
  void operator()(double v) const { out.value(v); }
  void operator()(const std::string& v) const { out.value(v); }
  void operator()(const Json::Array& items) const {
    out.begin_array();
    for (const Json& item : items) write(out, item);
    out.end_array();
  }
  void operator()(const Json::Object& members) const {
    out.begin_object();
    for (const auto& member : members) {
      out.key(member.key);
      write(out, member.value);
    }
    out.end_object();
  }
};

void write(JsonWriter& out, const Json& json) { std::visit(Write{out}, json.value); }

}  // namespace

bool Json::integer(std::int64_t& out) const {
  const auto* v = std::get_if<std::int64_t>(&value);
  return v != nullptr && (out = *v, true);
}

bool Json::integer(std::uint64_t& out) const {
  if (const auto* v = std::get_if<std::uint64_t>(&value)) return out = *v, true;
  const auto* v = std::get_if<std::int64_t>(&value);
  return v != nullptr && *v >= 0 && (out = static_cast<std::uint64_t>(*v), true);
}

bool Json::number(double& out) const {
  if (const auto* v = std::get_if<double>(&value)) return out = *v, true;
  if (const auto* v = std::get_if<std::int64_t>(&value)) return out = double(*v), true;
  if (const auto* v = std::get_if<std::uint64_t>(&value)) return out = double(*v), true;
  return false;
}

const Json* Json::find(std::string_view key) const {
  if (const Object* members = object())
    for (const Member& member : *members)
      if (member.key == key) return &member.value;
  return nullptr;
}

std::string_view Json::kind() const {
  static constexpr std::string_view kinds[] = {"null",           "true or false", "a whole number",
                                               "a whole number", "a number",      "text",
                                               "a list",         "an object"};
  return kinds[value.index()];
}

Result<Json> parse_json(std::string_view text, const std::string& file,
                        std::vector<std::size_t>* bad_bytes) {
  std::vector<std::size_t> bad;
  const bool plain =
      std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  const std::string repaired = plain ? "" : valid_utf8(text, &bad);
  const std::string_view clean = plain ? text : repaired;
  Progress progress{clean.data(), clean.data() + clean.size()};
  Builder builder(clean, progress);
  if (!bad.empty() && bad_bytes == nullptr)
    return fail_at(Error{"", builder.place(bad.front()), "", {}}.in(file).place,
                   fmt::format("byte {} is not valid UTF-8", bad.front()));
  if (bad_bytes != nullptr) *bad_bytes = std::move(bad);
  if (trim(clean).empty()) return fail_at({file, 1, 1}, "the file is empty, expected JSON");
  const Cursor begin{clean.data(), &progress};
  const Cursor end{clean.data() + clean.size(), &progress};
  const bool whole = nlohmann::json::sax_parse(begin, end, &builder,
                                               nlohmann::json::input_format_t::json, true, true);
  if (builder.error_) return Failure(std::move(*builder.error_).in(file));
  if (!whole) return fail_at({file, 0, 0}, "not valid JSON");
  return std::move(builder.root);
}

std::string to_text(const Json& value) {
  std::string out;
  JsonWriter writer(out);
  write(writer, value);
  return out;
}

}  // namespace weft

// A JSON value that knows where in its file it stood, for messages with line and column.
//
// Parsing is nlohmann/json's; only this folder's json.cc includes it (4.5 s a file). Numbers keep
// their kind: integers stay exact in 64 bits. Objects keep their order and repeated keys.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"

namespace weft {

class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
                             Array, Object>;

  Value value;
  std::uint32_t line = 0;  // where the value begins, or near it; 0 when made by a program
  std::uint32_t column = 0;

  bool is_null() const { return std::holds_alternative<std::monostate>(value); }
  const bool* boolean() const { return std::get_if<bool>(&value); }
  const std::string* text() const { return std::get_if<std::string>(&value); }
  const Array* array() const { return std::get_if<Array>(&value); }
  const Object* object() const { return std::get_if<Object>(&value); }
  bool integer(std::int64_t& out) const;  // false when it is not one or does not fit
  bool integer(std::uint64_t& out) const;
  bool number(double& out) const;  // any number

  const Json* find(std::string_view key) const;  // first of that name, null when none or no object
  std::string_view kind() const;                 // "a number", "an object", ... for messages
  Place place(const std::string& file) const { return {file, line, column}; }
};

struct Json::Member {
  std::string key;
  Json value;
};

// Whole text as one JSON value; // and /* */ comments are allowed. Bytes that are not UTF-8 become
// U+FFFD, their offsets go to `bad_bytes` when given, else they are an error. Never throws.
// Nested deeper than 200 is an error.
Result<Json> parse_json(std::string_view text, const std::string& file,
                        std::vector<std::size_t>* bad_bytes = nullptr);

std::string to_text(const Json& value);  // compact, keys in their order

}  // namespace weft

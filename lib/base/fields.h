// One list of fields per type serves reading, writing and the schema.
//
//   struct Link {
//     Port a, b;
//     std::optional<BitRate> rate;
//     static constexpr auto fields() {
//       return std::tuple{field("a", &Link::a, "one end"), field("rate_bps", &Link::rate, "...")};
//     }
//   };
//
// `field` must be there unless its member is optional; `defaulted` may be missing and then keeps
// what the type says. An enum gives its words by `constexpr auto words_of(Enum)`: an array of
// pairs. A type with a member `Extra extra` keeps the fields it does not know and writes them back;
// in any other type an unknown field is an error with "did you mean". All mistakes are collected.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/units.h"

namespace weft {

template <class C, class M>
struct Field {
  std::string_view name;
  M C::*member;
  std::string_view about;
  bool required;
};

template <class C, class M>
constexpr Field<C, M> field(std::string_view name, M C::*member, std::string_view about = "") {
  return {name, member, about, true};
}
template <class C, class M>
constexpr Field<C, M> defaulted(std::string_view name, M C::*member, std::string_view about = "") {
  return {name, member, about, false};
}

// Fields of a newer minor version, kept as they came.
using Extra = std::vector<Json::Member>;

template <class T>
concept HasFields = requires {
  T::fields();
};
template <class T>
concept HasWords = std::is_enum_v<T> && requires(T t) {
  words_of(t);
};
template <class T>
concept KeepsExtra = requires(T t) {
  t.extra;
};
template <class T>
concept ReadsItself = requires(const Json& j, T t) {
  { T::from_json(j) } -> std::same_as<Result<T>>;  // and t.to_json() -> Json
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <class T>
struct IsVector : std::false_type {};
template <class T>
struct IsVector<std::vector<T>> : std::true_type {};
template <class T>
struct IsMap : std::false_type {};
template <class T>
struct IsMap<std::map<std::string, T>> : std::true_type {};

template <HasWords E>
constexpr std::string_view word(E value) {
  for (const auto& [key, name] : words_of(value))
    if (key == value) return name;
  return "?";
}

// ---- reading ---------------------------------------------------------------------------------

// "expected one of a, b, c, got 'd', did you mean 'c'?"
std::string one_of(std::span<const std::string_view> names, const Json& json);

class FieldReader {
 public:
  // `lenient`: fields that are not known are passed over, as in documents of a newer minor version.
  explicit FieldReader(std::string file, bool lenient = false)
      : file_(std::move(file)), lenient_(lenient) {}

  template <class T>
  void read(const Json& json, T& out, const std::string& path);

  void expected(const Json& json, const std::string& path, std::string_view wanted);
  void report(const Json& json, const std::string& path, std::string what);
  std::vector<Error> take() { return std::move(errors_); }

 private:
  template <HasFields T>
  void read_fields(const Json& json, T& out, const std::string& path);
  template <HasWords E>
  void read_word(const Json& json, E& out, const std::string& path);
  void unknown_key(const Json::Member& member, const std::string& path,
                   std::span<const std::string_view> known);
  static std::string within(const std::string& path, std::string_view name);

  std::string file_;
  bool lenient_;
  std::vector<Error> errors_;
};

template <HasWords E>
void FieldReader::read_word(const Json& json, E& out, const std::string& path) {
  std::vector<std::string_view> names;
  for (const auto& [value, name] : words_of(E{})) {
    if (json.text() != nullptr && *json.text() == name) {
      out = value;
      return;
    }
    names.push_back(name);
  }
  report(json, path, one_of(names, json));
}

template <HasFields T>
void FieldReader::read_fields(const Json& json, T& out, const std::string& path) {
  if (json.object() == nullptr) return expected(json, path, "an object");
  std::vector<std::string_view> known;
  const auto one = [&](const auto& f) {
    known.push_back(f.name);
    using Member = std::remove_cvref_t<decltype(out.*f.member)>;
    if (const Json* value = json.find(f.name)) {
      read(*value, out.*f.member, within(path, f.name));
    } else if (f.required && !IsOptional<Member>::value) {
      report(json, path, std::string("'") + std::string(f.name) + "' is missing");
    }
  };
  std::apply([&](const auto&... f) { (one(f), ...); }, T::fields());
  for (const auto& member : *json.object()) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    if constexpr (KeepsExtra<T>)
      out.extra.push_back(member);
    else if (!lenient_)
      unknown_key(member, path, known);
  }
}

template <class T>
void FieldReader::read(const Json& json, T& out, const std::string& path) {
  if constexpr (HasFields<T>) {
    read_fields(json, out, path);
  } else if constexpr (ReadsItself<T>) {
    if (auto value = T::from_json(json))
      out = std::move(*value);
    else
      report(json, path, value.error().what);
  } else if constexpr (HasWords<T>) {
    read_word(json, out, path);
  } else if constexpr (IsOptional<T>::value) {
    if (json.is_null())
      out.reset();
    else
      read(json, out.emplace(), path);
  } else if constexpr (IsVector<T>::value) {
    if (json.array() == nullptr) return expected(json, path, "a list");
    for (const Json& item : *json.array()) {
      const std::string where = path + "[" + std::to_string(out.size()) + "]";
      read(item, out.emplace_back(), where);
    }
  } else if constexpr (IsMap<T>::value) {
    if (json.object() == nullptr) return expected(json, path, "an object");
    for (const auto& member : *json.object())
      read(member.value, out[member.key], within(path, member.key));
  } else if constexpr (std::is_same_v<T, Json>) {
    out = json;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (json.boolean() == nullptr) return expected(json, path, "true or false");
    out = *json.boolean();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (json.text() == nullptr) return expected(json, path, "text");
    out = *json.text();
  } else if constexpr (std::is_same_v<T, Bytes>) {
    if (!json.integer(out.count)) return expected(json, path, "a whole number of bytes");
  } else if constexpr (std::is_same_v<T, Nanos>) {
    std::int64_t ns = 0;
    if (!json.integer(ns)) return expected(json, path, "a whole number of nanoseconds");
    out = Nanos(ns);
  } else if constexpr (std::is_same_v<T, BitRate>) {
    if (!json.number(out.bps)) return expected(json, path, "a number of bits per second");
  } else if constexpr (std::is_same_v<T, Ratio>) {
    if (!json.number(out.value)) return expected(json, path, "a number");
  } else if constexpr (std::is_same_v<T, Instant>) {
    if (json.text() == nullptr) return expected(json, path, "a UTC time");
    if (auto at = parse_instant(*json.text()))
      out = *at;
    else
      report(json, path, at.error().what);
  } else if constexpr (std::is_floating_point_v<T>) {
    double v = 0;
    if (!json.number(v)) return expected(json, path, "a number");
    out = static_cast<T>(v);
  } else {
    static_assert(std::is_integral_v<T>, "no way to read this type");
    std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t> v = 0;
    if (!json.integer(v) || v > static_cast<decltype(v)>(std::numeric_limits<T>::max()) ||
        (std::is_signed_v<T> && v < static_cast<decltype(v)>(std::numeric_limits<T>::min())))
      return expected(json, path,
                      std::is_signed_v<T> ? "a whole number" : "a whole number, not negative");
    out = static_cast<T>(v);
  }
}

// The value as a T, or every mistake in it with file, line and column.
template <class T>
Result<T> from_json(const Json& json, const std::string& file, bool lenient = false) {
  FieldReader reader(file, lenient);
  T out{};
  reader.read(json, out, "");
  if (auto errors = reader.take(); !errors.empty()) return Failure(collected(std::move(errors)));
  return out;
}

template <class T>
Result<T> from_json_text(std::string_view text, const std::string& file, bool lenient = false) {
  WEFT_TRY(const Json json, parse_json(text, file));
  return from_json<T>(json, file, lenient);
}

// ---- writing ---------------------------------------------------------------------------------

template <class T>
void write_json(JsonWriter& out, const T& value);

void write_json_value(JsonWriter& out, const Json& value);

template <HasFields T>
void write_members(JsonWriter& out, const T& value) {
  const auto one = [&](const auto& f) {
    const auto& member = value.*f.member;
    if constexpr (IsOptional<std::remove_cvref_t<decltype(member)>>::value)
      if (!member) return;
    out.key(f.name);
    write_json(out, member);
  };
  std::apply([&](const auto&... f) { (one(f), ...); }, T::fields());
  if constexpr (KeepsExtra<T>)
    for (const auto& member : value.extra) {
      out.key(member.key);
      write_json_value(out, member.value);
    }
}

template <class T>
void write_json(JsonWriter& out, const T& value) {
  if constexpr (HasFields<T>) {
    out.begin_object();
    write_members(out, value);
    out.end_object();
  } else if constexpr (ReadsItself<T>) {
    write_json_value(out, value.to_json());
  } else if constexpr (HasWords<T>) {
    out.value(word(value));
  } else if constexpr (IsOptional<T>::value) {
    if (value)
      write_json(out, *value);
    else
      out.null();
  } else if constexpr (IsVector<T>::value) {
    out.begin_array();
    for (const auto& item : value) write_json(out, item);
    out.end_array();
  } else if constexpr (IsMap<T>::value) {
    out.begin_object();
    for (const auto& [key, item] : value) {
      out.key(key);
      write_json(out, item);
    }
    out.end_object();
  } else if constexpr (std::is_same_v<T, Json>) {
    write_json_value(out, value);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    out.value(value.count);
  } else if constexpr (std::is_same_v<T, Nanos>) {
    out.value(static_cast<std::int64_t>(value.count()));
  } else if constexpr (std::is_same_v<T, BitRate>) {
    out.value(value.bps);
  } else if constexpr (std::is_same_v<T, Ratio>) {
    out.value(value.value);
  } else if constexpr (std::is_same_v<T, Instant>) {
    out.value(std::string_view(text(value)));
  } else if constexpr (std::is_same_v<T, bool>) {
    out.value(value);
  } else if constexpr (std::is_floating_point_v<T>) {
    out.value(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_signed_v<T>)
      out.value(static_cast<std::int64_t>(value));
    else
      out.value(static_cast<std::uint64_t>(value));
  } else {
    out.value(std::string_view(value));
  }
}

template <class T>
std::string to_json_text(const T& value, int pretty_levels = 0) {
  std::string out;
  JsonWriter writer(out, pretty_levels);
  write_json(writer, value);
  return out;
}

// ---- schema ----------------------------------------------------------------------------------

// JSON Schema (2020-12) of T, inline, from the same list.
template <class T>
void write_schema(JsonWriter& out, std::string_view about = "");

void begin_schema(JsonWriter& out, std::string_view type, std::string_view about);

template <HasFields T>
void write_object_schema(JsonWriter& out) {
  out.key("properties");
  out.begin_object();
  const auto property = [&](const auto& f) {
    using Member = std::remove_cvref_t<decltype(std::declval<T>().*f.member)>;
    out.key(f.name);
    write_schema<Member>(out, f.about);
  };
  std::apply([&](const auto&... f) { (property(f), ...); }, T::fields());
  out.end_object();
  out.key("required");
  out.begin_array();
  const auto required = [&](const auto& f) {
    using Member = std::remove_cvref_t<decltype(std::declval<T>().*f.member)>;
    if (f.required && !IsOptional<Member>::value) out.value(f.name);
  };
  std::apply([&](const auto&... f) { (required(f), ...); }, T::fields());
  out.end_array();
  out.key("additionalProperties");
  out.value(KeepsExtra<T>);
}

template <class T>
void write_schema(JsonWriter& out, std::string_view about) {
  if constexpr (IsOptional<T>::value) {
    write_schema<typename T::value_type>(out, about);
  } else if constexpr (HasFields<T>) {
    begin_schema(out, "object", about);
    write_object_schema<T>(out);
    out.end_object();
  } else if constexpr (HasWords<T>) {
    begin_schema(out, "string", about);
    out.key("enum");
    out.begin_array();
    for (const auto& [value, name] : words_of(T{})) out.value(name);
    out.end_array();
    out.end_object();
  } else if constexpr (IsVector<T>::value) {
    begin_schema(out, "array", about);
    out.key("items");
    write_schema<typename T::value_type>(out);
    out.end_object();
  } else if constexpr (IsMap<T>::value) {
    begin_schema(out, "object", about);
    out.key("additionalProperties");
    write_schema<typename T::mapped_type>(out);
    out.end_object();
  } else {
    constexpr bool whole = (std::is_integral_v<T> && !std::is_same_v<T, bool>) ||
                           std::is_same_v<T, Bytes> || std::is_same_v<T, Nanos>;
    constexpr bool real =
        std::is_floating_point_v<T> || std::is_same_v<T, BitRate> || std::is_same_v<T, Ratio>;
    constexpr bool any = std::is_same_v<T, Json> || ReadsItself<T>;
    begin_schema(out,
                 any                       ? ""
                 : std::is_same_v<T, bool> ? "boolean"
                 : whole                   ? "integer"
                 : real                    ? "number"
                                           : "string",
                 about);
    out.end_object();
  }
}

}  // namespace weft

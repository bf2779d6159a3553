// The parts of the field engine that need no template: wording of mistakes, schema heads.

#include "base/fields.h"

#include <fmt/format.h>

#include "base/text.h"

namespace weft {

std::string FieldReader::within(const std::string& path, std::string_view name) {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

void FieldReader::report(const Json& json, const std::string& path, std::string what) {
  if (!path.empty()) what = fmt::format("{}: {}", printable(path), what);
  errors_.push_back({std::move(what), json.place(file_), "", {}});
}

void FieldReader::expected(const Json& json, const std::string& path, std::string_view wanted) {
  std::string got(json.kind());
  if (const std::string* text = json.text()) got = fmt::format("'{}'", printable(*text, 60));
  report(json, path, fmt::format("expected {}, got {}", wanted, got));
}

void FieldReader::unknown_key(const Json::Member& member, const std::string& path,
                              std::span<const std::string_view> known) {
  report(member.value, path,
         fmt::format("unknown key '{}'{}", printable(member.key), did_you_mean(member.key, known)));
}

std::string one_of(std::span<const std::string_view> names, const Json& json) {
  std::string got(json.kind());
  std::string guess;
  if (const std::string* text = json.text()) {
    got = fmt::format("'{}'", printable(*text, 60));
    guess = did_you_mean(*text, names);
  }
  return fmt::format("expected one of {}, got {}{}", fmt::join(names, ", "), got, guess);
}

void write_json_value(JsonWriter& out, const Json& value) { out.raw(to_text(value)); }

void begin_schema(JsonWriter& out, std::string_view type, std::string_view about) {
  out.begin_object();
  if (!about.empty()) {
    out.key("description");
    out.value(about);
  }
  if (!type.empty()) {
    out.key("type");
    out.value(type);
  }
}

}  // namespace weft

// Reading and writing of the big documents; see run_json.h.

#include "model/run_json.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/plan.h"
#include "model/run.h"

namespace weft {
namespace {

constexpr std::uint64_t major_version = 1, minor_version = 0;

template <class T>
Result<T> read_document(std::string_view text, const std::string& file) {
  WEFT_TRY(const Json json, parse_json(text, file));
  const Json* schema = json.find("schema");
  if (schema == nullptr || schema->text() == nullptr)
    return fail_at(json.place(file), "no \"schema\" member: this is no document of weft");
  WEFT_CHECK(check_schema(*schema->text(), file));
  return from_json<T>(json, file, is_newer_minor(*schema->text()));
}

}  // namespace

bool is_newer_minor(std::string_view schema) {
  const std::size_t dot = schema.find('.');
  const auto minor =
      dot == std::string_view::npos ? std::nullopt : parse_uint(schema.substr(dot + 1));
  return minor && *minor > minor_version;
}

Result<void> check_schema(std::string_view schema, const std::string& file) {
  const auto major = parse_uint(schema.substr(0, schema.find('.')));
  if (!major)
    return fail_at({file, 0, 0},
                   fmt::format("schema '{}' is not major.minor", printable(schema, 40)));
  if (*major == major_version) return {};
  return fail_at({file, 0, 0},
                 fmt::format("schema {} is not readable by this weft, which reads {}.x",
                             printable(schema, 40), major_version),
                 *major > major_version ? "use the newer weft that wrote it" : "");
}

Result<Run> read_run(std::string_view text, const std::string& file) {
  return read_document<Run>(text, file);
}

std::string write_run(const Run& run) { return to_json_text(run, 3) + "\n"; }

Result<StepRecord> read_step_record(std::string_view line, const std::string& file) {
  return from_json_text<StepRecord>(line, file, true);  // a line has no schema of its own
}

std::string write_step_record(const StepRecord& record) { return to_json_text(record); }

Result<Plan> read_plan_json(std::string_view text, const std::string& file) {
  return read_document<Plan>(text, file);
}

std::string write_plan_json(const Plan& plan) { return to_json_text(plan, 2) + "\n"; }

std::string run_schema() {
  std::string body;
  JsonWriter writer(body, 4);
  write_schema<Run>(writer, "A run of weft: what was asked, what was seen, what it means");
  return "{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\"," + body.substr(1) +
         "\n";
}

}  // namespace weft

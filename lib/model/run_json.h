// Documents of this program as text: reading refuses another major version, keeps newer minor
// fields. Kept in one translation unit because the field templates are heavy.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

struct Plan;
struct Run;
struct StepRecord;

Result<Run> read_run(std::string_view text, const std::string& file);
std::string write_run(const Run& run);
std::string run_schema();  // JSON Schema of run.json

Result<StepRecord> read_step_record(std::string_view line, const std::string& file);
std::string write_step_record(const StepRecord& record);  // one line, without its end

Result<Plan> read_plan_json(std::string_view text, const std::string& file);
std::string write_plan_json(const Plan& plan);

// `file`'s "schema" member against this program's major; the sentence tells which is newer.
Result<void> check_schema(std::string_view schema, const std::string& file);
bool is_newer_minor(std::string_view schema);  // its fields that we do not know are passed over

}  // namespace weft

// What `weft doctor` looks at: one small function a row.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/fields.h"
#include "machine.h"
#include "model/verdict.h"

namespace weft {

// What was found of one thing, and what a lack of it costs ("" when nothing is lacking).
struct Found {
  Verdict verdict = Verdict::unknown;
  std::string found;
  std::string cost = {};
};

struct DoctorRow {
  std::string_view id;
  Found (*look)(const Machine&);
};

std::span<const DoctorRow> doctor_rows();

}  // namespace weft

// Running one check on a hall and looking among its findings.
#pragma once

#include <algorithm>

#include "check/check.h"
#include "support/catch.h"
#include "support/hall.h"

namespace weft::test {

inline CheckResult run_check(const Hall& hall, std::string_view id, const PlanPart& only = {}) {
  const auto row = find_row(checks::all(), "check", id);
  REQUIRE(row.has_value());
  return (*row)->run({hall.plan, hall.seen, hall.aliases, only});
}

inline std::size_t count(const CheckResult& r, Verdict verdict) {
  return std::size_t(std::ranges::count(r.findings, verdict, &Finding::verdict));
}

inline const Finding& about(const CheckResult& r, const std::string& subject) {
  for (const Finding& f : r.findings)
    if (contains(f.subject, subject)) return f;
  FAIL("nothing about " << subject);
  std::abort();
}

}  // namespace weft::test

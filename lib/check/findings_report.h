// The result of checks other than cabling, as a document and as text.
#pragma once

#include <string>
#include <vector>

#include "check/check.h"
#include "check/waivers.h"

namespace weft {

struct FindingsReport {
  std::string schema = "1.0";
  std::string plan;
  std::string what;  // the group that was asked for
  Verdict verdict = Verdict::unknown;
  std::string summary;
  std::int64_t judged = 0;  // links, sessions, routes that could be judged
  std::vector<Finding> findings;
  std::vector<Waived> waived;
  std::vector<std::string> notes, warnings;
  std::vector<Gap> gaps;

  static constexpr auto fields() {
    return std::tuple{field("schema", &FindingsReport::schema),
                      defaulted("plan", &FindingsReport::plan),
                      field("what", &FindingsReport::what),
                      field("verdict", &FindingsReport::verdict),
                      field("summary", &FindingsReport::summary),
                      field("judged", &FindingsReport::judged),
                      field("findings", &FindingsReport::findings),
                      defaulted("waived", &FindingsReport::waived),
                      defaulted("notes", &FindingsReport::notes),
                      defaulted("warnings", &FindingsReport::warnings),
                      defaulted("gaps", &FindingsReport::gaps)};
  }
};

// Runs the checks of `group` ("all" for every one). Error: no such group, with those there are.
Result<FindingsReport> run_checks(std::string_view group, const CheckInput& input,
                                  const std::vector<Waiver>& waivers, Instant now);

std::string to_json(const FindingsReport& report);
std::string to_text(const FindingsReport& report, bool details);

}  // namespace weft

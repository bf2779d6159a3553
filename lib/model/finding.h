// What a check says about one subject, and what could not be seen.
#pragma once

#include <string>
#include <vector>

#include "base/fields.h"
#include "model/verdict.h"

namespace weft {

// `subject` is written as people write it: "hgx-07", "leaf01:swp1s0", "leaf01:swp1 - spine01:swp3",
// "host-a/0 -> host-b/0".
struct Finding {
  std::string check;  // id of the check that found it
  Verdict verdict = Verdict::unknown;
  std::string subject;
  std::string expected;
  std::string observed;
  std::string next_step;
  std::vector<std::string> evidence = {};  // raw values and places, one a line

  static constexpr auto fields() {
    return std::tuple{field("check", &Finding::check, "id of the check"),
                      field("verdict", &Finding::verdict),
                      field("subject", &Finding::subject, "the part it is about"),
                      defaulted("expected", &Finding::expected),
                      defaulted("observed", &Finding::observed),
                      defaulted("next_step", &Finding::next_step, "what to do about it"),
                      defaulted("evidence", &Finding::evidence, "raw values, one a line")};
  }
};

// Something that should have been seen and was not. Never zero, never a pass.
struct Gap {
  std::string subject;
  std::string what;  // "counters of mlx5_0"
  std::string why;   // "needs root"

  static constexpr auto fields() {
    return std::tuple{field("subject", &Gap::subject), field("what", &Gap::what),
                      field("why", &Gap::why)};
  }
};

}  // namespace weft

// Accepted deviations: a file of them turns findings into listed waivers until they expire.
//
// CSV with the columns id, subject, reason, expiry (optional check), or a JSON list of such
// objects. A waiver fits a finding whose subject is the same, or holds it as a whole name
// ("leaf1:swp5" fits "leaf1:swp5 - host3:eth1"), and whose check is the same where the waiver names
// one. '*' at its end stands for anything. Expiry is a day (2027-03-31, good to its end, UTC) or an
// instant.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "model/finding.h"

namespace weft {

struct Waiver {
  std::string id, subject, reason, check;
  std::string expiry;  // as written
  Instant until;
};

// A finding that is accepted, and by which waiver.
struct Waived {
  std::string id, reason, expiry;
  Finding finding;

  static constexpr auto fields() {
    return std::tuple{field("id", &Waived::id), field("reason", &Waived::reason),
                      field("expiry", &Waived::expiry), field("finding", &Waived::finding)};
  }
};

// All mistakes at once: a waiver without id, subject, reason or a date that can be read.
Result<std::vector<Waiver>> parse_waivers(std::string_view text, const std::string& file);

// Takes what is waived out of `findings`. `notes` gets a line for each waiver that has expired
// though it still fits, and for each that fits nothing.
std::vector<Waived> apply_waivers(const std::vector<Waiver>& waivers, Instant now,
                                  std::vector<Finding>& findings, std::vector<std::string>& notes);

}  // namespace weft

// The result of `weft check cabling` as a document and as text for a terminal.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "check/cabling.h"
#include "check/waivers.h"

namespace weft {

struct CablingReport {
  std::string schema = "1.0";
  std::string plan;                    // file, "" for none
  Verdict verdict = Verdict::unknown;  // of the findings that are not waived
  std::string summary;
  std::map<std::string, std::int64_t> counts;  // links by state; states without any are there too
  std::vector<LinkResult> links;
  std::vector<Finding> findings;
  std::vector<Waived> waived;
  std::vector<CableMove> moves;
  std::vector<CableStep> steps;
  std::vector<std::string> new_cables;
  std::vector<std::string> notes, warnings;
  std::vector<Gap> gaps;

  static constexpr auto fields() {
    return std::tuple{field("schema", &CablingReport::schema),
                      defaulted("plan", &CablingReport::plan),
                      field("verdict", &CablingReport::verdict),
                      field("summary", &CablingReport::summary),
                      field("counts", &CablingReport::counts, "links by state"),
                      field("links", &CablingReport::links),
                      field("findings", &CablingReport::findings),
                      defaulted("waived", &CablingReport::waived),
                      defaulted("moves", &CablingReport::moves, "each re-plugs one cable end"),
                      defaulted("steps", &CablingReport::steps,
                                "the moves in an order that never needs an occupied port"),
                      defaulted("new_cables", &CablingReport::new_cables,
                                "planned links that no cable is left for"),
                      defaulted("notes", &CablingReport::notes),
                      defaulted("warnings", &CablingReport::warnings),
                      defaulted("gaps", &CablingReport::gaps)};
  }
};

// `waivers` are applied here. `now` decides which have expired.
CablingReport cabling_report(Cabling cabling, const Plan& plan, const Snapshot& seen,
                             const std::vector<Waiver>& waivers, Instant now);

struct TextOptions {
  bool moves = false, details = false;
};

std::string to_json(const CablingReport& report);
std::string to_text(const CablingReport& report, const TextOptions& options);

// A finding as a block of lines; evidence only when there is room or `details` asks for it.
std::string finding_text(const Finding& finding, bool details);

// What stands below the findings: waived ones, notes, gaps, warnings.
std::string closing_text(const std::vector<Waived>& waived, const std::vector<std::string>& notes,
                         const std::vector<Gap>& gaps, const std::vector<std::string>& warnings);
std::string upper_word(Verdict verdict);  // "FAIL"

// `text` cut at blanks to 100 columns, later lines indented by `indent`; the first line continues a
// line that is `indent` columns long already.
std::string hanging(std::string_view text, std::size_t indent);

}  // namespace weft

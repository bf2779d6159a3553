// Wiring plans: one reader and writer per file of this folder, all into model/plan.h.
//
// A reader takes what it can and says everything else with its place: one bad line never hides the
// rest of the file. `read_plan` and `load_plan` are the doors; they also merge what is listed
// twice, mark ports that two lines claim, join cables at patch panels and guess roles (settle.h,
// roles.h).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/result.h"
#include "base/table.h"
#include "model/plan.h"

namespace weft {

// Each list is in the order of the file; an Error's place has line and mostly column.
struct PlanRead {
  Plan plan;
  std::string format = {};           // id of the reader
  std::vector<Error> faults = {};    // the file is wrong here; the rest was read
  std::vector<Error> warnings = {};  // read, but a person should look
  std::vector<Error> notes = {};     // what was done with it: merged, skipped, guessed
};

struct PlanFormat {
  std::string_view summary;
  std::string_view suffixes;                  // ".dot .gv", "" when only asked for by name
  bool (*looks_like)(std::string_view text);  // a cheap look at the beginning
  Result<PlanRead> (*read)(std::string_view text, const std::string& file);
  // `lost` gets one phrase for each kind of thing the format cannot hold ("labels of 3 cables").
  std::string (*write)(const Plan& plan, std::vector<std::string>& lost);
};

namespace plan_formats {
std::span<const Row<PlanFormat>> all();
}

// `format`: an id of plan_formats, or "" to tell from the suffix of `file` and from the content.
// Error: not text, no format fits, or nothing in the file could be read.
Result<PlanRead> read_plan(std::string_view text, const std::string& file,
                           std::string_view format = "");
Result<PlanRead> load_plan(const fs::path& path, std::string_view format = "");

// The id for a file name that is to be written: by suffix, `.json` being our own.
Result<std::string> format_for_writing(const std::string& file, std::string_view format = "");
Result<std::string> write_plan(const Plan& plan, std::string_view format,
                               std::vector<std::string>& lost);

}  // namespace weft

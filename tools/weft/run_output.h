// What `weft run` and `weft judge` print and write at their end, alike.
#pragma once

#include "run/run_folder.h"

namespace weft {

// The text report (or run.json with `json`) on stdout, report.html in the folder. The exit code:
// the verdict's; 2 when a report cannot be written.
int finish(const RunFolder& folder, const Run& run, bool json, bool strict, bool quiet);

}  // namespace weft

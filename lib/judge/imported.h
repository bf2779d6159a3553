// What can be said of results that another tool measured: their findings, and the numbers that
// follow from what a person knows besides.
#pragma once

#include <vector>

#include "model/finding.h"
#include "model/imported.h"

namespace weft {

// Bus bandwidth where the file names a collective and its algorithm bandwidth but not the number of
// ranks. False: the test is no collective that is known.
bool add_bus_bandwidth(Imported& imported, std::uint32_t ranks);

// Wrong or failed results fail; pairs slower than their peers fail (as in judge/judge.h, without a
// second try); a file that was cut off is unknown.
std::vector<Finding> judge_imported(const Imported& imported);

}  // namespace weft

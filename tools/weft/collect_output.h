// What `weft collect` and `weft lab collect` print at their end, alike.
#pragma once

#include <string>
#include <vector>

#include "observe/collect.h"

namespace weft {

// A line per node while it goes, on standard error.
void talk_collected(const Collected& one, std::size_t done, std::size_t of);

// The result on standard output; the exit code: unknown when something was not seen.
int print_collected(const std::vector<Collected>& all, const std::string& site, bool json);

}  // namespace weft

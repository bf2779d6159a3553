// What a suite would do, without doing it.
#pragma once

#include <string>

#include "model/layout.h"
#include "model/run.h"
#include "suite/suite.h"

namespace weft {

// A table, or JSON: per step its rounds, flows, sizes, bytes at most in flight, and time.
std::string dry_run(const Suite& suite, const Layout& layout, const FabricInfo& fabric,
                    std::uint64_t seed, bool json);

}  // namespace weft

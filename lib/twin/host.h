// A node of the twin behind the seam to a machine (host/host.h): it answers the commands and files
// that collectors ask for, a switch as Cumulus Linux, a host as Ubuntu. Collectors cannot tell it
// from a real one. A node that is unreachable or frozen fails as ssh would.
#pragma once

#include <memory>

#include "host/host.h"
#include "twin/state.h"

namespace weft {

// `state` is not changed while the host is used; several hosts may share it on several threads.
std::unique_ptr<Host> twin_host(std::shared_ptr<const TwinState> state, std::int32_t node);

}  // namespace weft

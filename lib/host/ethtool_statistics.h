// The counters of an interface's driver from the kernel itself (SIOCETHTOOL, ethtool.h), without
// the ethtool program.
#pragma once

#include <optional>
#include <string>

namespace weft {

// As `ethtool -S` prints them. Nothing where there is no such interface or its driver has none.
std::optional<std::string> ethtool_statistics(const std::string& interface);

}  // namespace weft

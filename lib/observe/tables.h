// Tables that people make of what they saw, as CSV.
#pragma once

#include "observe/observe.h"

namespace weft {

// Columns port and neighbour (or remote_device), optional link, neighbour_port, speed, mtu, fec.
bool is_port_table(std::string_view text);
Result<void> parse_port_table(const Answer& answer, NodeState& node, Notes& notes);

}  // namespace weft

// Tables that people make of what they saw, as CSV.
#pragma once

#include "model/plan.h"
#include "observe/observe.h"

namespace weft {

// Columns port and neighbour (or remote_device), optional link, neighbour_port, speed, mtu, fec.
bool is_port_table(std::string_view text);
Result<void> parse_port_table(const Answer& answer, NodeState& node, Notes& notes);

// Rates of links as somebody noted them: host, device, planned_Gbps, rate_file, ethtool_speed
// (Mb/s), switch_port, switch_speed, optional switch. Each line becomes a planned link and what was
// seen of its ends. ethtool's -1 is no link, and the rate file of such a port is only the driver's
// default; when the switch's end has a rate, the link is there and only the host's rate is unknown.
// A line that cannot be read is a Gap with its place. Error: not one can be.
Result<void> parse_rate_table(const Answer& answer, Plan& plan, Snapshot& seen);

// Megabits a second as ethtool and sysfs give them: -1, 65535 and 4294967295 mean "not known".
bool is_known_speed(double megabits);

}  // namespace weft

// The RDMA devices of a machine out of sysfs, with their GID tables: which device belongs to which
// interface. A device's own `device/` link is not followed: software devices (rxe) have none.
#pragma once

#include <string_view>
#include <vector>

#include "host/host.h"
#include "model/rdma.h"

namespace weft {

// Every port of every device; what cannot be read of one stays unseen. Empty: there is no device.
std::vector<RdmaPort> read_rdma_ports(Host& host);

// Pure: "400 Gb/sec (4X NDR)", "4: ACTIVE"; nothing where the text says no such thing.
std::optional<BitRate> rdma_rate(std::string_view text);
std::optional<std::string> rdma_state(std::string_view text);

}  // namespace weft

// Which RDMA device, port and GID carry what leaves by an interface: decided by the GID's type and
// address, never by its index, which means different things on different hosts.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/rdma.h"

namespace weft {

struct RdmaChoice {
  std::string device;
  std::int64_t port = 1;
  std::int64_t gid_index = 0;
};

// The RoCE v2 GID of `address` (IPv4 or IPv6) on `interface`. Error: there is none, with what there
// is.
Result<RdmaChoice> choose_rdma(const std::vector<RdmaPort>& ports, std::string_view interface,
                               std::string_view address);

// As sysfs writes it: "0000:0000:0000:0000:0000:ffff:c000:0247" for 192.0.2.71. "": no address.
std::string gid_of(std::string_view address);

}  // namespace weft

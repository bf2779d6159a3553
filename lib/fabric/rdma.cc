// See rdma.h.

#include "fabric/rdma.h"

#include <arpa/inet.h>
#include <fmt/format.h>

#include <array>

#include "base/text.h"

namespace weft {
namespace {

// "mlx5_0 (ens1f0np0), mlx5_1 (no interface known)"
std::string names_of(const std::vector<RdmaPort>& ports) {
  std::vector<std::string> out;
  for (const RdmaPort& port : ports)
    out.push_back(fmt::format("{} ({})", port.device,
                              printable(port.interface.value_or("no interface known"))));
  return join(out, ", ");
}

}  // namespace

std::string gid_of(std::string_view text) {
  const std::string address(text);
  std::array<unsigned char, 16> raw{};
  if (::inet_pton(AF_INET, address.c_str(), raw.data() + 12) == 1)
    raw[10] = raw[11] = 0xff;
  else if (::inet_pton(AF_INET6, address.c_str(), raw.data()) != 1)
    return "";
  std::string out;
  for (std::size_t i = 0; i < raw.size(); i += 2)
    out += fmt::format("{}{:02x}{:02x}", i == 0 ? "" : ":", raw[i], raw[i + 1]);
  return out;
}

Result<RdmaChoice> choose_rdma(const std::vector<RdmaPort>& ports, std::string_view interface,
                               std::string_view address) {
  if (ports.empty()) return fail("there is no RDMA device on this host");
  const std::string wanted = gid_of(address);
  const RdmaPort* near = nullptr;
  for (const RdmaPort& port : ports) {
    for (const Gid& gid : port.gids) {
      if (gid.interface && *gid.interface != interface) continue;
      near = &port;
      if (gid.gid == wanted && gid.type == "RoCE v2")
        return RdmaChoice{port.device, port.port, gid.index};
    }
  }
  if (near == nullptr)
    return fail(
        fmt::format("no RDMA device belongs to {}; there are {}", interface, names_of(ports)));
  return fail(fmt::format("{} has no RoCE v2 GID of {} on {}", near->device, address, interface),
              "a GID comes with the address of its interface: see both");
}

}  // namespace weft

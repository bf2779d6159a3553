// An RDMA device's port with its GIDs, as sysfs shows them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

struct Gid {
  std::int64_t index = 0;
  std::string gid;                       // "0000:...:ffff:c000:0247"
  std::optional<std::string> type;       // "RoCE v2", "IB/RoCE v1"
  std::optional<std::string> interface;  // that it belongs to

  static constexpr auto fields() {
    return std::tuple{field("index", &Gid::index), field("gid", &Gid::gid),
                      field("type", &Gid::type), field("interface", &Gid::interface)};
  }
};

struct RdmaPort {
  std::string device;  // "mlx5_0"
  std::int64_t port = 1;
  std::optional<std::string> state;      // "ACTIVE", "DOWN"
  std::optional<std::string> physical;   // "LINK_UP", "DISABLED"
  std::optional<std::string> interface;  // absent: unknown, in another namespace or below a bond
  std::optional<BitRate> rate;
  std::optional<std::string> board, firmware;
  std::optional<std::int64_t> numa_node;
  std::vector<Gid> gids;

  static constexpr auto fields() {
    return std::tuple{
        field("device", &RdmaPort::device),       field("port", &RdmaPort::port),
        field("state", &RdmaPort::state),         field("physical_state", &RdmaPort::physical),
        field("interface", &RdmaPort::interface), field("rate_bps", &RdmaPort::rate),
        field("board", &RdmaPort::board),         field("firmware", &RdmaPort::firmware),
        field("numa_node", &RdmaPort::numa_node), defaulted("gids", &RdmaPort::gids)};
  }
};

}  // namespace weft

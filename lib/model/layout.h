// Who can take part in a measurement: endpoints in a fixed order. An endpoint keeps its index for
// the whole run, also when others have been set aside and the job was started again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/fields.h"
#include "base/units.h"

namespace weft {

struct Endpoint {
  std::string host;                        // as the host list names it
  std::int64_t slot = 0;                   // counts on its host, from 0
  std::optional<std::string> user = {};    // to log in as, where the list says so
  std::optional<std::string> device = {};  // interface it is bound to, once known
  std::optional<BitRate> link_rate = {};   // of that device, once known
  std::optional<std::int64_t> mtu = {};    // of that device, bytes
  std::optional<std::string> rdma = {};    // device that carries RDMA over that interface

  std::string text() const { return host + "/" + std::to_string(slot); }

  static constexpr auto fields() {
    return std::tuple{field("host", &Endpoint::host),
                      field("slot", &Endpoint::slot),
                      field("user", &Endpoint::user),
                      field("device", &Endpoint::device),
                      field("link_rate_bps", &Endpoint::link_rate),
                      field("mtu", &Endpoint::mtu),
                      field("rdma_device", &Endpoint::rdma)};
  }
};

struct Layout {
  std::vector<Endpoint> endpoints;

  static constexpr auto fields() { return std::tuple{field("endpoints", &Layout::endpoints)}; }
};

}  // namespace weft

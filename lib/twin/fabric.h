// The twin as a fabric: steps run on it as on a cluster, in virtual time. What it says of a flow is
// what the model says (traffic.h), with a little noise by seed, in as many windows as a worker
// would have had. Nothing was measured, and the headline says so.
#pragma once

#include <functional>

#include "fabric/fabric.h"
#include "twin/traffic.h"

namespace weft {

// Something that happens to the fabric while it is measured: after so much time of load.
struct TwinEvent {
  Nanos at{0};
  std::string text;  // "missing_cable:leaf1:swp1@10s"
  std::function<void(TwinState&)> happen;
};

struct TwinOptions {
  std::uint64_t seed = 1;     // of noise and of source ports
  double noise = 0.002;       // spread of a window's bandwidth (standard deviation over the value)
  std::int64_t windows = 12;  // of a round
  std::vector<std::string> faults = {};  // as a person wrote them, for the headline
  TrafficSettings traffic = {};
  std::vector<TwinEvent> events = {};
};

// One endpoint a planned NIC of every host of the plan, in the plan's order.
Layout twin_layout(const TwinState& state);

// What it can do, and its headline.
FabricInfo twin_info(const TwinState& state, const Layout& layout, const TwinOptions& options);

// `state` with its faults; settled.
std::unique_ptr<Fabric> make_twin(TwinState state, TwinOptions options);

}  // namespace weft

// Opening sessions, and what a twin says of itself; see fabric.h.

#include "twin/fabric.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "twin/session.h"

namespace weft {
namespace {

class Twin final : public Fabric {
 public:
  Twin(TwinState state, TwinOptions options)
      : state_(std::move(state)), options_(std::move(options)) {}
  Result<std::unique_ptr<Session>> open(const Layout& layout, Sink& sink) override {
    auto session = std::make_unique<SimulatedSession>(state_, options_, layout);
    WEFT_CHECK(session->open(sink));
    return session;
  }

 private:
  TwinState state_;
  TwinOptions options_;
};

}  // namespace

Layout twin_layout(const TwinState& state) {
  Layout out;
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n) {
    if (!state.nodes[std::size_t(n)].is_host()) continue;
    const auto ports = ports_of_host(state, n);
    for (std::size_t slot = 0; slot < ports.size(); ++slot)
      out.endpoints.push_back({state.nodes[std::size_t(n)].name, static_cast<std::int64_t>(slot)});
  }
  return out;
}

FabricInfo twin_info(const TwinState& state, const Layout& layout, const TwinOptions& options) {
  std::vector<std::string> hosts;
  for (const Endpoint& endpoint : layout.endpoints)
    if (hosts.empty() || hosts.back() != endpoint.host) hosts.push_back(endpoint.host);
  const auto switches = std::ranges::count_if(state.nodes, &TwinNode::is_switch);
  FabricInfo info;
  info.kind = "twin";
  info.hosts = static_cast<std::int64_t>(hosts.size());
  info.endpoints = static_cast<std::int64_t>(layout.endpoints.size());
  info.rdma = info.pfc = info.qos_counters = true;
  info.headline =
      fmt::format("A simulated fabric (twin), nothing was measured: {} on {} and {}{}; seed {}.",
                  count_of(layout.endpoints.size(), "NIC"), count_of(hosts.size(), "host"),
                  switches == 1 ? "1 switch" : fmt::format("{} switches", switches),
                  options.faults.empty() ? ", no fault"
                                         : fmt::format(", with {}", join(options.faults, " and ")),
                  options.seed);
  return info;
}

std::unique_ptr<Fabric> make_twin(TwinState state, TwinOptions options) {
  std::ranges::stable_sort(options.events, {}, &TwinEvent::at);
  return std::make_unique<Twin>(std::move(state), std::move(options));
}

}  // namespace weft

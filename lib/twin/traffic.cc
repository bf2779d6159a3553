// Routes, shares, packets; see traffic.h.

#include "twin/traffic.h"

#include <algorithm>

#include "twin/qos.h"

namespace weft {

TwinFraming framing_of(std::string_view transport, std::int64_t mtu) {
  const auto size = static_cast<double>(mtu);
  if (transport == "mpi") return {size, 52};
  if (transport == "udp") return {size, 28 + 64};
  for (std::int64_t path = 4096; path >= 256; path /= 2)
    if (mtu - 96 >= path) return {static_cast<double>(path) + 44, 44};
  return {};
}

TwinTraffic::TwinTraffic(const TwinState& state, TrafficSettings settings)
    : state_(state),
      settings_(settings),
      wiring_(wiring_of(state)),
      hops_(wiring_.graph, wiring_.dead),
      nics_(state.nodes.size()) {
  for (std::int32_t n = 0; n < std::int32_t(state.nodes.size()); ++n) {
    const TwinNode& node = state.nodes[std::size_t(n)];
    for (const TwinPort& port : node.ports) rails_only_ &= !port.to_switch;
    if (!node.is_host()) continue;
    const auto ports = ports_of_host(state, n);
    const auto nics = nics_of_host(state, wiring_, n);
    for (std::size_t slot = 0; slot < ports.size(); ++slot)
      nics_[std::size_t(n)].push_back({n, ports[slot], nics[slot]});
  }
}

TwinNic TwinTraffic::nic(std::int32_t host, std::size_t slot) const {
  const auto& nics = nics_[std::size_t(host)];
  return slot < nics.size() ? nics[slot] : TwinNic{host, -1, nowhere};
}

// Adds the flow's way. Without a spine, GPUs reach another rail over NVLink first and go out by the
// NIC of that rail, as NCCL does (PXN).
bool TwinTraffic::route(const TwinFlow& flow, std::int64_t dscp, TwinFlowResult& result) {
  const LinkGraph& graph = wiring_.graph;
  std::uint32_t source = flow.source.nic;
  const std::uint32_t target = flow.target.nic;
  if (rails_only_ && source != nowhere && target != nowhere)
    for (const TwinNic& other : nics_[std::size_t(flow.source.host)])
      if (other.nic != nowhere && graph.nics[other.nic].rail == graph.nics[target].rail)
        source = other.nic;
  const auto none = [&](std::string why) {
    result.why = std::move(why);
    paths_.first.push_back(static_cast<std::uint32_t>(paths_.link.size()));
    return false;
  };
  if (source == nowhere) return none("the source's port has no cable");
  if (target == nowhere) return none("the target's port has no cable");
  if (wiring_.dead[graph.nics[source].up]) return none("the source's link is down");
  if (wiring_.dead[graph.nics[target].down]) return none("the target's link is down");
  if (!has_route(state_, graph.nics[source].leaf, graph.nics[target].leaf))
    return none("no route from leaf to leaf");
  FiveTuple tuple;
  tuple.source = source;
  tuple.target = target;
  tuple.source_port = flow.source_port;
  if (finder(dscp).add(tuple, source, target, paths_)) return true;
  result.why = "no way through the fabric";
  return false;
}

PathFinder& TwinTraffic::finder(std::int64_t dscp) {
  const auto known = finders_.find(dscp);
  if (known != finders_.end()) return known->second;
  return finders_.try_emplace(dscp, wiring_.graph, hops_, choices_of(state_, dscp)).first->second;
}

bool TwinTraffic::stays_inside(const TwinFlow& flow, std::string_view transport) const {
  return transport != "verbs" && flow.source.host == flow.target.host &&
         flow.source.nic != nowhere && flow.target.nic != nowhere;
}

std::int64_t TwinTraffic::mtu_of(const TwinNic& nic) const {
  return nic.port < 0 ? 0 : state_.at({nic.host, nic.port}).mtu;
}

// A packet that is larger than a port on its way allows is dropped there; which is most of them
// where all ways have such a port, and a share of them otherwise.
void TwinTraffic::check_sizes(double bytes, bool load) {
  for (std::uint32_t f = 0; f < paths_.flows(); ++f) {
    TwinFlowResult& result = results_[f];
    if (!result.works) continue;
    const TwinFraming& framing = framing_[f];
    const double packet =
        load ? framing.packet : std::min(framing.packet, bytes + framing.overhead);
    for (std::uint32_t e = paths_.first[f]; e < paths_.first[f + 1]; ++e)
      if (packet > static_cast<double>(wiring_.mtu[paths_.link[e]]))
        result.lost = std::min(1.0, result.lost + paths_.share[e]);
    if (packet > framing.overhead && result.lost < 0.999) continue;
    result.works = false;
    result.why = "packets are larger than a port on the way allows";
  }
}

// It ignores what it is told, or where it is held back nobody tells it.
bool TwinTraffic::pushes(std::uint32_t f, const TwinNic& source) const {
  if (source.port >= 0 && !state_.at({source.host, source.port}).congestion_control) return true;
  for (std::uint32_t e = paths_.first[f]; e < paths_.first[f + 1]; ++e) {
    const std::uint32_t link = paths_.link[e];
    if (crowded_[link] > 0 && paths_.stage[e] == held_[f] &&
        !marks(state_.nodes[wiring_.graph.from[link]]))
      return true;
  }
  return false;
}

// Where flows wait for each other, or for a receiver that takes less than its port.
void TwinTraffic::crowd(std::span<const std::uint8_t> pushing) {
  const std::vector<double>& capacity = wiring_.graph.capacity;
  std::vector<double> through(rates_.offered);
  for (std::size_t f = 0; f < through.size(); ++f) through[f] *= 1 - rates_.dropped[f];
  const auto carried = carried_by_links(paths_, through, capacity.size());
  held_ = held_stages({capacity, paths_}, carried);
  crowded_.assign(capacity.size(), 0);
  for (std::uint32_t f = 0; f < paths_.flows(); ++f) {
    if (held_[f] == 0 || held_[f] == not_held) continue;
    const std::uint8_t how = !pushing.empty() && pushing[f] != 0 ? 2 : 1;
    for (std::uint32_t e = paths_.first[f]; e < paths_.first[f + 1]; ++e) {
      const std::uint32_t link = paths_.link[e];
      if (paths_.stage[e] != held_[f] || !is_full(carried[link], capacity[link])) continue;
      crowded_[link] = std::max(crowded_[link], how);
      if (!wiring_.graph.is_host(wiring_.graph.to[link])) continue;
      const TwinEnd sender = wiring_.sender[link];
      if (state_.at(sender).rate.bps > capacity[link] && can_pause(state_, sender, dscp_[f]))
        rates_.paused[link] = 1;
    }
  }
}

void TwinTraffic::solve(std::span<const TwinFlow> flows) {
  const LoadProblem problem{wiring_.graph.capacity, paths_};
  CongestionSettings congestion;
  congestion.round_trip_ns = settings_.round_trip_ns;
  congestion.packet_bits = settings_.latency.packet_bits;
  congestion.loss = wiring_.loss;
  rates_ = congested_rates(problem, congestion);
  crowd({});
  std::vector<std::uint8_t> pushing, unpausable;
  for (std::uint32_t f = 0; f < paths_.flows(); ++f) pushing.push_back(pushes(f, flows[f].source));
  if (std::ranges::count(pushing, 1) == 0) return;
  for (std::uint32_t f = 0; f < paths_.flows(); ++f)
    for (std::uint32_t e = paths_.first[f]; e < paths_.first[f + 1]; ++e)
      unpausable.push_back(!can_pause(state_, wiring_.sender[paths_.link[e]], dscp_[f]));
  congestion.control = CongestionControl::pfc;
  congestion.pushing = pushing;
  congestion.unpausable = unpausable;
  rates_ = congested_rates(problem, congestion);
  crowd(pushing);
}

void TwinTraffic::share(std::span<const TwinFlow> flows, double bytes) {
  solve(flows);
  const std::vector<double>& capacity = wiring_.graph.capacity;
  const auto carried = carried_by_links(paths_, rates_.rate, capacity.size());
  for (std::uint32_t f = 0; f < paths_.flows(); ++f) {
    TwinFlowResult& result = results_[f];
    if (!result.works) continue;
    const double rate = inside_[f] > 0 ? inside_[f] : rates_.rate[f];
    const double window = rate * settings_.round_trip_ns / 1e9 / settings_.latency.packet_bits;
    const double efficiency = go_back_n_efficiency(result.lost, window);
    result.payload_bps =
        rate * framing_[f].efficiency() * efficiency * bytes / (bytes + settings_.half_size_bytes);
    if (rate * efficiency > 0 && inside_[f] == 0)
      result.again = rates_.offered[f] / (rate * efficiency) - 1;
    result.lost = 1 - (1 - result.lost) * (1 - rates_.lost[f]);
    result.queueing_ns = queueing_ns(settings_.latency, capacity, paths_, f, carried);
    if (result.payload_bps > 0) continue;
    result.works = false;
    result.why = "nothing arrives";
  }
}

std::span<const TwinFlowResult> TwinTraffic::round(std::span<const TwinFlow> flows,
                                                   std::string_view transport, double bytes,
                                                   bool load, std::optional<std::int64_t> dscp) {
  paths_.first.assign(1, 0);
  paths_.link.clear();
  paths_.share.clear();
  paths_.stage.clear();
  framing_.clear();
  dscp_.clear();
  rates_ = {};
  held_.clear();
  crowded_.clear();
  results_.assign(flows.size(), {});
  inside_.assign(flows.size(), 0);
  for (std::size_t f = 0; f < flows.size(); ++f) {
    dscp_.push_back(dscp.value_or(state_.nodes[std::size_t(flows[f].source.host)].dscp));
    if (stays_inside(flows[f], transport)) {
      inside_[f] = wiring_.graph.capacity[wiring_.graph.nics[flows[f].source.nic].up];
      results_[f].works = true;
      paths_.first.push_back(static_cast<std::uint32_t>(paths_.link.size()));
    } else {
      results_[f].works = route(flows[f], dscp_[f], results_[f]);
    }
    framing_.push_back(
        framing_of(transport, std::min(mtu_of(flows[f].source), mtu_of(flows[f].target))));
    if (results_[f].works)
      results_[f].latency_ns =
          base_latency_ns(settings_.latency, wiring_.graph, paths_, std::uint32_t(f), bytes);
  }
  check_sizes(bytes, load);
  if (load) share(flows, bytes);
  return results_;
}

}  // namespace weft

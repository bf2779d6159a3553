// See collective.h.

#include "twin/collective.h"

#include "model/collective.h"

#include <algorithm>

#include "twin/stable.h"

namespace weft {
namespace {

constexpr double picos_a_second = 1e12;

class Playing {
 public:
  Playing(TwinTraffic& traffic, const TwinCollective& request, const CollectiveSettings& settings)
      : traffic_(traffic), request_(request), settings_(settings) {}

  // Adds the phase's time. False: a transfer does not work.
  bool play(const CollectivePhase& phase, CollectiveOutcome& out) {
    split(phase);
    if (!ask(out)) return false;
    build();
    double seconds = 0;
    if (!bits_.empty()) {
      Transfers transfers({capacity_, paths_}, {bits_, {}});
      transfers.run();
      seconds = static_cast<double>(transfers.last_end()) / picos_a_second;
    }
    seconds += static_cast<double>(phase.hops) * latency_ns_ / 1e9;
    out.seconds += seconds * static_cast<double>(phase.times);
    out.rounds += phase.times;
    return true;
  }

 private:
  void split(const CollectivePhase& phase) {
    outside_.clear();
    inside_.clear();
    flows_.clear();
    for (const CollectiveTransfer& one : phase.transfers) {
      const TwinNic &from = request_.nics[one.source], &to = request_.nics[one.target];
      if (from.host == to.host) {
        inside_.push_back(one);
        continue;
      }
      std::uint64_t random =
          (std::uint64_t{one.source} << 32 | one.target) + request_.seed * 0x9E3779B97F4A7C15u;
      outside_.push_back(one);
      flows_.push_back(
          {from, to, static_cast<std::uint16_t>(0xC000u | (stable_random(random) & 0x3FFF))});
    }
  }

  // The ways of what goes over the fabric, and what else a transfer costs there.
  bool ask(CollectiveOutcome& out) {
    latency_ns_ = inside_.empty() ? 0 : settings_.nvlink_ns;
    bits_.clear();
    if (flows_.empty()) return true;
    const double bytes = std::ranges::max(outside_, {}, &CollectiveTransfer::bytes).bytes;
    const auto results = traffic_.round(flows_, "verbs", bytes, true);
    const TwinTrace trace = traffic_.trace();
    for (std::size_t f = 0; f < flows_.size(); ++f) {
      if (!results[f].works) {
        out.why = results[f].why;
        return false;
      }
      const std::uint32_t first = trace.paths->links_of(static_cast<std::uint32_t>(f))[0];
      const double on_wire_ns = bytes * 8e9 / trace.wiring->graph.capacity[first];
      latency_ns_ = std::max(latency_ns_, results[f].latency_ns - on_wire_ns);
      bits_.push_back(outside_[f].bytes * 8 / trace.framing[f].efficiency() *
                      (1 + results[f].again));
    }
    return true;
  }

  // Behind the fabric's links, two for each member: out over NVLink, and in.
  void build() {
    const TwinTrace trace = traffic_.trace();
    capacity_ = trace.wiring->graph.capacity;
    const auto first = static_cast<std::uint32_t>(capacity_.size());
    capacity_.resize(first + 2 * request_.nics.size(), settings_.nvlink_bps);
    paths_ = outside_.empty() ? FlowPaths{} : *trace.paths;
    for (const CollectiveTransfer& one : inside_) {
      add(first + 2 * one.source, 0);
      add(first + 2 * one.target + 1, 1);
      paths_.first.push_back(static_cast<std::uint32_t>(paths_.link.size()));
      bits_.push_back(one.bytes * 8);
    }
  }

  void add(std::uint32_t link, std::uint8_t stage) {
    paths_.link.push_back(link);
    paths_.share.push_back(1);
    paths_.stage.push_back(stage);
  }

  TwinTraffic& traffic_;
  const TwinCollective& request_;
  const CollectiveSettings& settings_;
  std::vector<CollectiveTransfer> outside_, inside_;
  std::vector<TwinFlow> flows_;
  std::vector<double> bits_, capacity_;
  FlowPaths paths_;
  double latency_ns_ = 0;
};

}  // namespace

Result<CollectiveOutcome> collective_outcome(TwinTraffic& traffic, const TwinCollective& request,
                                             const CollectiveSettings& settings) {
  std::vector<CollectiveMember> members;
  for (const TwinNic& nic : request.nics)
    members.push_back({static_cast<std::uint32_t>(nic.host), static_cast<std::uint32_t>(nic.port)});
  WEFT_TRY(const auto phases,
           collective_rounds(request.collective, request.algorithm, members, request.bytes));
  CollectiveOutcome out;
  Playing playing(traffic, request, settings);
  for (const CollectivePhase& phase : phases)
    if (!playing.play(phase, out)) return out;
  out.works = true;
  const auto what = collective_named(request.collective);
  const double factor = what ? bus_factor(*what, static_cast<std::uint32_t>(members.size())) : 1;
  out.bus_bps = request.bytes * 8 / out.seconds * factor;
  return out;
}

}  // namespace weft

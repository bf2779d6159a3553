// Three ways to share a full link; see congestion.h.

#include "twin/congestion.h"

#include <algorithm>

namespace weft {
namespace {

constexpr double growing_yet = -1;
constexpr auto later = [](const auto& a, const auto& b) { return a.first > b.first; };

// Progressive filling in which a flow that stops pauses the links behind it: who is on a paused
// link stops there, at the same level.
class PausedFilling {
 public:
  PausedFilling(const LoadProblem& problem, const CongestionSettings& settings)
      : p_(problem), pushing_(settings.pushing), unpausable_(settings.unpausable) {
    const std::size_t links = problem.capacity.size();
    flows_of_.build(problem.paths, links);
    left_.assign(problem.capacity.begin(), problem.capacity.end());
    growing_.assign(links, 0);
    growers_.assign(links, 0);
    paused_.assign(links, 0);
    rate_.assign(problem.paths.flows(), growing_yet);
    drops_at_.assign(problem.paths.flows(), 0);
    for (std::uint32_t f = 0; f < rate_.size(); ++f) {
      if (p_.paths.links_of(f).empty()) rate_[f] = no_limit;
      for (std::uint32_t e = p_.paths.first[f]; e < p_.paths.first[f + 1]; ++e) {
        growing_[p_.paths.link[e]] += p_.weight_of(f) * p_.paths.share[e];
        ++growers_[p_.paths.link[e]];
      }
    }
  }

  void run(CongestedRates& out) {
    for (std::uint32_t link = 0; link < left_.size(); ++link)
      if (growers_[link] > 0) heap_.emplace_back(left_[link] / growing_[link], link);
    std::ranges::make_heap(heap_, later);
    double level = 0;
    for (std::uint32_t link = fullest(level); link != nowhere; link = fullest(level)) {
      stop_all(link, level);
      while (!waiting_.empty()) {
        const std::uint32_t next = waiting_.back();
        waiting_.pop_back();
        stop_all(next, level);
      }
    }
    out.rate = std::move(rate_);
    out.paused = std::move(paused_);
    out.drops_at = std::move(drops_at_);
  }

 private:
  // The link that fills next, and its level; a stale one goes back once (max_min.h).
  std::uint32_t fullest(double& level) {
    while (!heap_.empty()) {
      std::ranges::pop_heap(heap_, later);
      const auto [key, link] = heap_.back();
      heap_.pop_back();
      if (growers_[link] == 0) continue;
      const double now = std::max(left_[link] / growing_[link], level);
      if (now <= key * (1 + 1e-12)) {
        level = now;
        return link;
      }
      heap_.emplace_back(now, link);
      std::ranges::push_heap(heap_, later);
    }
    return nowhere;
  }

  void stop_all(std::uint32_t link, double level) {
    for (const auto& [flow, share] : flows_of_.of(link))
      if (rate_[flow] == growing_yet) stop_flow(flow, link, level);
  }

  // The hop at which it is held back: the first link on its way that is full now. One that is full
  // only just, like its own NIC's, keeps later ones from overflowing.
  std::uint8_t held_back_at(std::uint32_t flow, std::uint32_t at, double level) const {
    const FlowPaths& paths = p_.paths;
    for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
      const std::uint32_t link = paths.link[e];
      if (link == at || left_[link] <= level * growing_[link] * (1 + 1e-9)) return paths.stage[e];
    }
    return 0;
  }

  // From where the queue grows back: behind the last link on the way there that cannot be paused.
  // That link's far end drops.
  std::uint8_t first_paused(std::uint32_t flow, std::uint8_t held) {
    const FlowPaths& paths = p_.paths;
    std::uint8_t first = 0;
    for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e)
      if (!unpausable_.empty() && unpausable_[e] != 0 && paths.stage[e] < held)
        first = drops_at_[flow] = static_cast<std::uint8_t>(paths.stage[e] + 1);
    return first;
  }

  void stop_flow(std::uint32_t flow, std::uint32_t at, double level) {
    const FlowPaths& paths = p_.paths;
    rate_[flow] = level * p_.weight_of(flow);
    const std::uint8_t stage = held_back_at(flow, at, level);
    const bool pushes = pushing_.empty() || pushing_[flow] != 0;
    const std::uint8_t first = pushes ? first_paused(flow, stage) : 0;
    for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
      const std::uint32_t link = paths.link[e];
      left_[link] -= rate_[flow] * paths.share[e];
      growing_[link] -= p_.weight_of(flow) * paths.share[e];
      --growers_[link];
      const bool behind = paths.stage[e] >= first && paths.stage[e] < stage;
      if (!pushes || !behind || paused_[link]) continue;
      paused_[link] = 1;
      waiting_.push_back(link);
    }
  }

  const LoadProblem& p_;
  const std::span<const std::uint8_t> pushing_, unpausable_;
  FlowsOfLinks flows_of_;
  std::vector<double> left_, growing_, rate_;
  std::vector<std::pair<double, std::uint32_t>> heap_;
  std::vector<std::uint32_t> growers_, waiting_;
  std::vector<std::uint8_t> paused_, drops_at_;
};

// Every sender at its share of its own first link, full links drop what is over, in the order of
// travel. What arrives at a link depends on what earlier ones let through: a few passes settle it.
void push_lossy(const LoadProblem& p, CongestedRates& out) {
  const FlowPaths& paths = p.paths;
  const std::size_t links = p.capacity.size();
  std::vector<double> pass(links, 1), arriving(links);
  out.offered = pushed_rates(p);
  constexpr int passes = 16;  // more than there are hops
  std::vector<double> through(paths.flows(), 1);
  for (int i = 0; i < passes; ++i) {
    std::ranges::fill(arriving, 0);
    for (std::uint32_t f = 0; f < paths.flows(); ++f) {
      double here = 1, next = 0;  // what of the flow is left at this stage
      for (std::uint32_t e = paths.first[f]; e < paths.first[f + 1]; ++e) {
        arriving[paths.link[e]] += out.offered[f] * here * paths.share[e];
        next += pass[paths.link[e]] * paths.share[e];
        if (e + 1 == paths.first[f + 1] || paths.stage[e + 1] != paths.stage[e]) {
          here *= next;
          next = 0;
        }
      }
      through[f] = here;
    }
    for (std::size_t link = 0; link < links; ++link)
      pass[link] = arriving[link] > 0 ? std::min(1.0, p.capacity[link] / arriving[link]) : 1;
  }
  for (std::uint32_t f = 0; f < paths.flows(); ++f) out.lost[f] = 1 - through[f];
}

// Who pushes over a hop that cannot pause sends at its NIC's rate; what is over is dropped.
void add_drops(const LoadProblem& p, CongestedRates& out) {
  const auto pushed = pushed_rates(p);
  for (std::uint32_t f = 0; f < out.rate.size(); ++f) {
    if (out.drops_at[f] == 0 || out.rate[f] >= pushed[f]) continue;
    out.dropped[f] = out.lost[f] = 1 - out.rate[f] / pushed[f];
    out.rate[f] = pushed[f];
  }
}

// Loss of the links themselves, on top of what congestion lost.
void add_link_loss(const LoadProblem& p, std::span<const double> loss, CongestedRates& out) {
  if (loss.empty()) return;
  const FlowPaths& paths = p.paths;
  for (std::uint32_t f = 0; f < paths.flows(); ++f) {
    double arrive = 1 - out.lost[f];
    for (std::uint32_t e = paths.first[f]; e < paths.first[f + 1]; ++e)
      arrive *= 1 - loss[paths.link[e]] * paths.share[e];
    out.lost[f] = 1 - arrive;
  }
}

}  // namespace

std::vector<double> pushed_rates(const LoadProblem& p) {
  const FlowPaths& paths = p.paths;
  std::vector<double> on_first(p.capacity.size(), 0), out(paths.flows(), no_limit);
  for (std::uint32_t f = 0; f < paths.flows(); ++f)
    if (!paths.links_of(f).empty()) on_first[paths.links_of(f)[0]] += p.weight_of(f);
  for (std::uint32_t f = 0; f < paths.flows(); ++f) {
    if (paths.links_of(f).empty()) continue;
    const std::uint32_t link = paths.links_of(f)[0];
    out[f] = p.capacity[link] * p.weight_of(f) / on_first[link];
  }
  return out;
}

std::vector<std::uint8_t> held_stages(const LoadProblem& p, std::span<const double> carried) {
  std::vector<std::uint8_t> out(p.paths.flows(), not_held);
  for (std::uint32_t f = 0; f < p.paths.flows(); ++f)
    for (std::uint32_t e = p.paths.first[f]; e < p.paths.first[f + 1] && out[f] == not_held; ++e)
      if (is_full(carried[p.paths.link[e]], p.capacity[p.paths.link[e]])) out[f] = p.paths.stage[e];
  return out;
}

double go_back_n_efficiency(double loss, double window) {
  if (loss >= 1) return 0;
  return (1 - loss) / (1 - loss + loss * std::max(window, 1.0));
}

CongestedRates congested_rates(const LoadProblem& problem, const CongestionSettings& settings) {
  CongestedRates out;
  out.lost.assign(problem.paths.flows(), 0);
  out.dropped.assign(problem.paths.flows(), 0);
  out.drops_at.assign(problem.paths.flows(), 0);
  out.paused.assign(problem.capacity.size(), 0);
  if (settings.control == CongestionControl::ideal) {
    MaxMin solver;
    const auto rates = solver.solve(problem);
    out.rate.assign(rates.begin(), rates.end());
  } else if (settings.control == CongestionControl::pfc) {
    PausedFilling(problem, settings).run(out);
    add_drops(problem, out);
  } else {
    push_lossy(problem, out);
    out.rate = out.offered;
  }
  if (out.offered.empty()) out.offered = out.rate;
  add_link_loss(problem, settings.loss, out);
  for (std::uint32_t f = 0; f < out.rate.size(); ++f) {
    const double window = out.rate[f] * settings.round_trip_ns / 1e9 / settings.packet_bits;
    out.rate[f] *= go_back_n_efficiency(out.lost[f], window);
  }
  return out;
}

}  // namespace weft

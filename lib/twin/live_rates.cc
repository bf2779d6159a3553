// Solving again only what changed; see live_rates.h.

#include "twin/live_rates.h"

#include <algorithm>

namespace weft {
namespace {

constexpr auto later = [](const auto& a, const auto& b) { return a.first > b.first; };
constexpr double close = 1e-10;  // rates nearer than this are alike
constexpr double growing_yet = -1;

}  // namespace

LiveRates::LiveRates(const LoadProblem& problem) : problem_(problem) {
  FlowsOfLinks all;
  all.build(problem.paths, problem.capacity.size());
  links_.resize(problem.capacity.size());
  for (std::uint32_t link = 0; link < links_.size(); ++link) {
    links_[link].capacity = problem.capacity[link];
    links_[link].begin = all.first[link];
  }
  entries_ = std::move(all.entry);
  rate_.assign(problem.paths.flows(), 0);
  new_rate_.resize(rate_.size());
  bottleneck_.assign(rate_.size(), nowhere);
  new_bottleneck_.resize(rate_.size());
  active_.assign(rate_.size(), 0);
  taken_.assign(rate_.size(), 0);
}

void LiveRates::rebind(std::uint32_t flow, std::uint32_t link) {
  if (bottleneck_[flow] != nowhere) --links_[bottleneck_[flow]].bound;
  bottleneck_[flow] = link;
  if (link != nowhere) ++links_[link].bound;
}

// The rates of flows that stay as they are, summed anew each time so that rounding does not add up.
void LiveRates::touch(std::uint32_t link) {
  LinkState& state = links_[link];
  if (state.touched) return;
  state.touched = true;
  touched_.push_back(link);
  state.fixed = state.weight = 0;
  state.members = 0;
  for (const auto& [flow, share] : active_of(link))
    if (!taken_[flow]) state.fixed += rate_[flow] * share;
}

void LiveRates::take(std::uint32_t flow) {
  if (taken_[flow]) return;
  const FlowPaths& paths = problem_.paths;
  for (const std::uint32_t link : paths.links_of(flow)) touch(link);
  taken_[flow] = 1;
  solved_.push_back(flow);
  for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
    LinkState& state = links_[paths.link[e]];
    state.fixed -= rate_[flow] * paths.share[e];
    state.weight += problem_.weight_of(flow) * paths.share[e];
    ++state.members;
  }
}

void LiveRates::take_bound(std::uint32_t link) {
  if (links_[link].bound == 0) return;
  for (const auto& [flow, share] : active_of(link))
    if (bottleneck_[flow] == link) take(flow);
}

void LiveRates::add(std::uint32_t flow) {
  if (active_[flow]) return;
  active_[flow] = 1;
  const FlowPaths& paths = problem_.paths;
  if (paths.links_of(flow).empty()) {
    rate_[flow] = no_limit;
    solved_.push_back(flow);
    return;
  }
  for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
    LinkState& state = links_[paths.link[e]];
    const auto end = entries_.begin() + state.begin + state.active;
    auto at = end;
    while (at->flow != flow) ++at;
    std::swap(*at, *end);
    ++state.active;
  }
  take(flow);
}

void LiveRates::remove(std::uint32_t flow) {
  if (!active_[flow]) return;
  take(flow);  // out of `fixed` of its links
  active_[flow] = taken_[flow] = 0;
  rebind(flow, nowhere);
  for (const std::uint32_t link : problem_.paths.links_of(flow)) {
    LinkState& state = links_[link];
    const auto begin = entries_.begin() + state.begin;
    auto at = begin;
    while (at->flow != flow) ++at;
    --state.active;
    std::swap(*at, *(begin + state.active));
    state.weight -= problem_.weight_of(flow) * (begin + state.active)->share;
    --state.members;
  }
  rate_[flow] = 0;
  for (const std::uint32_t link : problem_.paths.links_of(flow)) take_bound(link);
}

void LiveRates::set_capacity(std::uint32_t link, double capacity) {
  links_[link].capacity = capacity;
  for (const auto& [flow, share] : active_of(link)) take(flow);
}

void LiveRates::stop_flow(std::uint32_t flow, double level, std::uint32_t bottleneck) {
  const FlowPaths& paths = problem_.paths;
  const double weight = problem_.weight_of(flow);
  new_rate_[flow] = level * weight;
  new_bottleneck_[flow] = bottleneck;
  for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
    LinkState& state = links_[paths.link[e]];
    state.left -= level * weight * paths.share[e];
    state.growing -= weight * paths.share[e];
    state.top = level;
    --state.growers;
  }
}

// Progressive filling (max_min.h) of the taken flows, in what the others leave.
void LiveRates::fill() {
  heap_.clear();
  for (const std::uint32_t flow : solved_) new_rate_[flow] = growing_yet;
  for (const std::uint32_t link : touched_) {
    LinkState& state = links_[link];
    state.left = std::max(state.capacity - state.fixed, 0.0);
    state.growing = state.weight;
    state.growers = state.members;
    state.level = no_limit;
    state.top = 0;
    if (state.growers > 0) heap_.emplace_back(state.left / state.growing, link);
  }
  std::ranges::make_heap(heap_, later);
  double reached = 0;
  while (!heap_.empty()) {
    std::ranges::pop_heap(heap_, later);
    const auto [key, link] = heap_.back();
    LinkState& state = links_[link];
    heap_.pop_back();
    if (state.growers == 0) continue;
    const double now = std::max(state.left / state.growing, reached);
    if (now > key * (1 + 1e-12)) {
      heap_.emplace_back(now, link);
      std::ranges::push_heap(heap_, later);
      continue;
    }
    state.level = reached = now;
    for (const auto& [flow, share] : active_of(link))
      if (taken_[flow] && new_rate_[flow] == growing_yet) stop_flow(flow, now, link);
  }
}

// Takes the flows of a link that can not stay as they are. True: there were some.
bool LiveRates::look_again(std::uint32_t link) {
  const LinkState& state = links_[link];
  const bool filled = state.level < no_limit;
  const bool full = state.left <= state.capacity * close;
  if (!filled && state.bound == 0) return false;
  const std::size_t before = solved_.size();
  for (const auto& [flow, share] : active_of(link)) {
    if (taken_[flow]) continue;
    const double level = rate_[flow] / problem_.weight_of(flow);
    const bool too_much = filled && level > state.level * (1 + close);
    const double least = filled ? state.level : full ? state.top : no_limit;
    const bool too_little = bottleneck_[flow] == link && level < least * (1 - close);
    if (too_much || too_little) take(flow);
  }
  return solved_.size() > before;
}

std::span<const std::uint32_t> LiveRates::settle() {
  std::erase_if(solved_, [&](std::uint32_t flow) { return !active_[flow]; });
  bool more = !touched_.empty();
  while (more) {
    fill();
    more = false;
    const std::size_t links = touched_.size();
    for (std::size_t i = 0; i < links; ++i) more |= look_again(touched_[i]);
  }
  for (const std::uint32_t flow : solved_) {
    if (!taken_[flow]) continue;
    taken_[flow] = 0;
    rate_[flow] = new_rate_[flow];
    rebind(flow, new_bottleneck_[flow]);
  }
  for (const std::uint32_t link : touched_) links_[link].touched = false;
  touched_.clear();
  changed_.swap(solved_);
  solved_.clear();
  return changed_;
}

}  // namespace weft

// Progressive filling; see max_min.h.

#include "twin/max_min.h"

#include <algorithm>
#include <functional>
#include <numeric>

namespace weft {
namespace {

// Of links that fill up at once the first: what is next in memory comes next.
constexpr std::greater<> later;
constexpr double growing_yet = -1;

}  // namespace

void FlowsOfLinks::build(const FlowPaths& paths, std::size_t links) {
  first.assign(links + 1, 0);
  for (const std::uint32_t link : paths.link) ++first[link + 1];
  std::partial_sum(first.begin(), first.end(), first.begin());
  entry.resize(paths.link.size());
  std::vector<std::uint32_t> at(first.begin(), first.end() - 1);
  for (std::uint32_t f = 0; f < paths.flows(); ++f)
    for (std::uint32_t e = paths.first[f]; e < paths.first[f + 1]; ++e)
      entry[at[paths.link[e]]++] = {f, paths.share[e]};
}

void MaxMin::push(std::uint32_t link, double key) {
  heap_.emplace_back(key, link);
  std::ranges::push_heap(heap_, later);
}

std::pair<double, std::uint32_t> MaxMin::pop() {
  std::ranges::pop_heap(heap_, later);
  const auto top = heap_.back();
  heap_.pop_back();
  return top;
}

void MaxMin::start(const LoadProblem& problem) {
  const FlowPaths& paths = problem.paths;
  const std::size_t links = problem.capacity.size();
  flows_of_.build(paths, links);
  rate_.assign(paths.flows(), growing_yet);
  level_.assign(links, no_limit);
  links_.assign(links, {});
  heap_.clear();
  growing_flows_ = 0;
  for (std::uint32_t link = 0; link < links; ++link) {
    Filling& filling = links_[link];
    filling.left = problem.capacity[link];
    for (const auto& [flow, share] : flows_of_.of(link))
      filling.growing += problem.weight_of(flow) * share;
    filling.growers = static_cast<std::uint32_t>(flows_of_.of(link).size());
    if (filling.growers > 0) heap_.emplace_back(filling.left / filling.growing, link);
  }
  for (std::uint32_t f = 0; f < paths.flows(); ++f)
    if (paths.links_of(f).empty())
      rate_[f] = no_limit;
    else
      ++growing_flows_;
  std::ranges::make_heap(heap_, later);
}

void MaxMin::stop_flow(const LoadProblem& problem, std::uint32_t flow, double level) {
  const FlowPaths& paths = problem.paths;
  const double weight = problem.weight_of(flow);
  rate_[flow] = level * weight;
  --growing_flows_;
  for (std::uint32_t e = paths.first[flow]; e < paths.first[flow + 1]; ++e) {
    Filling& filling = links_[paths.link[e]];
    const double load = weight * paths.share[e];
    filling.left -= load * level;
    filling.growing -= load;
    --filling.growers;
  }
}

std::span<const double> MaxMin::solve(const LoadProblem& problem) {
  start(problem);
  double reached = 0;
  while (growing_flows_ > 0) {
    const auto [key, link] = pop();
    if (links_[link].growers == 0) continue;
    const double now = std::max(links_[link].left / links_[link].growing, reached);
    if (now > key * (1 + 1e-12)) {
      push(link, now);
      continue;
    }
    level_[link] = reached = now;
    for (const auto& [flow, share] : flows_of_.of(link))
      if (rate_[flow] == growing_yet) stop_flow(problem, flow, now);
  }
  return rate_;
}

}  // namespace weft

// Walking from switch to switch; see paths.h.

#include "route/paths.h"

#include <algorithm>

namespace weft {
namespace {

// splitmix64's finalizer, public domain constants by Sebastiano Vigna.
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

constexpr std::uint8_t most_stages = 32;    // longer than any fabric: ends a loop
constexpr std::size_t most_kept = 1 << 24;  // entries of ways between leaves: 144 MB

void put(FlowPaths& paths, std::uint32_t link, double share, std::uint8_t stage) {
  paths.link.push_back(link);
  paths.share.push_back(static_cast<float>(share));
  paths.stage.push_back(stage);
}

}  // namespace

std::uint64_t hash_of(const FiveTuple& t, std::uint64_t seed) {
  const std::uint64_t addresses = std::uint64_t{t.source} << 32 | t.target;
  const std::uint64_t rest =
      std::uint64_t{t.source_port} << 24 | std::uint64_t{t.target_port} << 8 | t.protocol;
  return mixed(mixed(mixed(addresses + seed) ^ rest) + 0x9E3779B97F4A7C15u * (seed | 1));
}

std::vector<SwitchChoice> choices_for(const LinkGraph& graph, Spreading spreading,
                                      std::uint64_t seed) {
  std::vector<SwitchChoice> out(graph.nodes());
  for (std::uint32_t node = 0; node < graph.nodes(); ++node)
    out[node] = {spreading, mixed(seed + 0x9E3779B97F4A7C15u * (node + 1)), false};
  return out;
}

PathFinder::PathFinder(const LinkGraph& graph, const NextHops& hops,
                       std::vector<SwitchChoice> choices)
    : graph_(graph), hops_(hops), choices_(std::move(choices)), place_(graph.nodes(), nowhere) {}

// What a link is worth on the way to a leaf: its own rate, or its part of what is behind it.
double PathFinder::weight(std::uint32_t link, std::uint32_t leaf) const {
  const std::uint32_t next = graph_.to[link];
  double parallel = 0;
  for (const std::uint32_t other : hops_.links(graph_.from[link], leaf))
    if (graph_.to[other] == next) parallel += graph_.capacity[other];
  const double own = graph_.capacity[link];
  return parallel > 0 ? own * std::min(1.0, hops_.reach(next, leaf) / parallel) : 0;
}

std::uint32_t PathFinder::pick(const FiveTuple& tuple, const Arrival& at, std::uint32_t target) {
  const SwitchChoice& choice = choices_[at.node];
  const NicPort& nic = graph_.nics[target];
  const auto links = hops_.links(at.node, nic.leaf);
  if (links.size() <= 1) return links.empty() ? nowhere : links[0];
  hashed_ = true;
  if (choice.spreading == Spreading::first) return links[0];
  if (choice.spreading == Spreading::fixed) return links[target % links.size()];
  const std::uint64_t hash = hash_of(tuple, choice.seed) >> 32;
  if (!choice.weighted) return links[hash * links.size() >> 32];
  double sum = 0;
  for (const std::uint32_t link : links) sum += weight(link, nic.leaf);
  double left = sum * static_cast<double>(hash) / 4294967296.0;
  for (const std::uint32_t link : links)
    if ((left -= weight(link, nic.leaf)) < 0) return link;
  return links.back();
}

void PathFinder::arrive(std::uint32_t node, double share) {
  if (place_[node] == nowhere) {
    place_[node] = static_cast<std::uint32_t>(next_.size());
    next_.push_back({node, 0});
  }
  next_[place_[node]].share += share;
}

void PathFinder::spray(const Arrival& at, std::uint32_t leaf, std::uint8_t stage,
                       FlowPaths& paths) {
  const auto links = hops_.links(at.node, leaf);
  weights_.clear();
  double sum = 0;
  for (std::size_t i = 0; i < links.size();) {  // parallel links are neighbours
    const std::uint32_t next = graph_.to[links[i]];
    const std::size_t first = i;
    double together = 0;
    for (; i < links.size() && graph_.to[links[i]] == next; ++i)
      together += graph_.capacity[links[i]];
    const double usable = together > 0 ? std::min(1.0, hops_.reach(next, leaf) / together) : 0;
    for (std::size_t k = first; k < i; ++k) weights_.push_back(graph_.capacity[links[k]] * usable);
    sum += std::min(together, hops_.reach(next, leaf));
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    if (weights_[i] <= 0) continue;
    const double share = at.share * weights_[i] / sum;
    put(paths, links[i], share, stage);
    arrive(graph_.to[links[i]], share);
  }
}

// One hop for every switch where a part of the flow is. False: a part of it has no way on.
bool PathFinder::step(const FiveTuple& tuple, std::uint32_t target, std::uint8_t stage,
                      FlowPaths& paths) {
  const std::uint32_t leaf = graph_.nics[target].leaf;
  next_.clear();
  bool whole = true;
  for (const Arrival& at : here_) {
    if (at.node == leaf) {  // waits there for the rest
      arrive(leaf, at.share);
    } else if (choices_[at.node].spreading == Spreading::spray) {
      spray(at, leaf, stage, paths);
    } else {
      const std::uint32_t link = pick(tuple, at, target);
      if (link == nowhere) {
        whole = false;
        break;
      }
      put(paths, link, at.share, stage);
      arrive(graph_.to[link], at.share);
    }
  }
  for (const Arrival& at : next_) place_[at.node] = nowhere;
  std::swap(here_, next_);
  return whole && !here_.empty();
}

// From the first leaf to the last.
bool PathFinder::walk(const FiveTuple& tuple, std::uint32_t from_leaf, std::uint32_t target,
                      FlowPaths& paths) {
  const std::uint32_t leaf = graph_.nics[target].leaf;
  const std::uint64_t key = std::uint64_t{from_leaf} << 32 | leaf;
  if (const auto kept = kept_at_.find(key); kept != kept_at_.end()) {
    const auto begin = static_cast<std::ptrdiff_t>(kept_.first[kept->second]);
    const auto end = static_cast<std::ptrdiff_t>(kept_.first[kept->second + 1]);
    const auto copy = [&](const auto& of, auto& into) {
      into.insert(into.end(), of.begin() + begin, of.begin() + end);
    };
    copy(kept_.link, paths.link);
    copy(kept_.share, paths.share);
    copy(kept_.stage, paths.stage);
    return true;
  }
  const std::size_t before = paths.link.size();
  here_.assign(1, {from_leaf, 1});
  hashed_ = false;
  const auto arrived = [&] { return here_.size() == 1 && here_[0].node == leaf; };
  for (std::uint8_t stage = 1; !arrived(); ++stage)
    if (stage >= most_stages || !step(tuple, target, stage, paths)) return false;
  if (hashed_ || kept_.link.size() + paths.link.size() - before > most_kept) return true;
  const auto keep = [&](const auto& of, auto& into) {
    into.insert(into.end(), of.begin() + static_cast<std::ptrdiff_t>(before), of.end());
  };
  keep(paths.link, kept_.link);
  keep(paths.share, kept_.share);
  keep(paths.stage, kept_.stage);
  kept_at_.emplace(key, kept_.flows());
  kept_.first.push_back(static_cast<std::uint32_t>(kept_.link.size()));
  return true;
}

bool PathFinder::add(const FiveTuple& tuple, std::uint32_t source, std::uint32_t target,
                     FlowPaths& paths) {
  const std::size_t begin = paths.link.size();
  const NicPort &from = graph_.nics[source], &to = graph_.nics[target];
  put(paths, from.up, 1, 0);
  const bool there =
      !hops_.dead(from.up) && !hops_.dead(to.down) && walk(tuple, from.leaf, target, paths);
  if (there) {
    put(paths, to.down, 1, static_cast<std::uint8_t>(paths.stage.back() + 1));
  } else {
    paths.link.resize(begin);
    paths.share.resize(begin);
    paths.stage.resize(begin);
  }
  paths.first.push_back(static_cast<std::uint32_t>(paths.link.size()));
  return there;
}

}  // namespace weft

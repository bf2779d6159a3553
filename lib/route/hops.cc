// Breadth-first from each leaf; see hops.h.

#include "route/hops.h"

#include <algorithm>
#include <limits>
#include <map>
#include <unordered_map>

namespace weft {

class NextHops::Builder {
 public:
  Builder(const LinkGraph& graph, NextHops& hops) : graph_(graph), hops_(hops) {
    number_nodes();
    distance_.resize(graph.nodes());
    hops_.first_ = {0, 0};  // set 0 is the empty one
    hops_.set_.assign(leaves_.size() * hops.switches_, 0);
    hops_.reach_.assign(leaves_.size() * hops.switches_, 0);
  }

  // Leaves that the same switches reach over the same capacity are alike for everybody else: one
  // search does for all of them (in a Clos for all of a pod).
  void build() {
    keep_switch_links();
    std::map<std::vector<std::pair<std::uint32_t, double>>, std::vector<std::uint32_t>> alike;
    for (const std::uint32_t leaf : leaves_) alike[neighbours(leaf)].push_back(leaf);
    for (const auto& [neighbours, leaves] : alike) {
      search(leaves[0]);
      for (const std::uint32_t node : ordered_) settle(node, leaves[0]);
      for (const std::uint32_t leaf : std::span(leaves).subspan(1)) copy(leaves[0], leaf);
    }
  }

 private:
  void number_nodes() {
    hops_.switch_number_.assign(graph_.nodes(), nowhere);
    hops_.leaf_number_.assign(graph_.nodes(), nowhere);
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node)
      if (!graph_.is_host(node)) hops_.switch_number_[node] = hops_.switches_++;
    for (const NicPort& nic : graph_.nics) {
      if (hops_.leaf_number_[nic.leaf] != nowhere) continue;
      hops_.leaf_number_[nic.leaf] = static_cast<std::uint32_t>(leaves_.size());
      leaves_.push_back(nic.leaf);
    }
  }

  // The live links between switches, by the switch they leave: what every search walks over.
  void keep_switch_links() {
    first_.assign(1, 0);
    for (std::uint32_t node = 0; node < graph_.nodes(); ++node) {
      if (!graph_.is_host(node))
        for (const std::uint32_t link : graph_.links_of(node))
          if (!graph_.is_host(graph_.to[link])) {
            if (!hops_.dead(link)) out_.push_back(link);
            if (!hops_.dead(reverse_of(link))) in_.push_back(reverse_of(link));
          }
      first_.push_back(static_cast<std::uint32_t>(out_.size()));
      first_in_.push_back(static_cast<std::uint32_t>(in_.size()));
    }
  }
  std::span<const std::uint32_t> outs(std::uint32_t node) const {
    return std::span(out_).subspan(first_[node], first_[node + 1] - first_[node]);
  }
  std::span<const std::uint32_t> ins(std::uint32_t node) const {
    return std::span(in_).subspan(first_in_[node], first_in_[node + 1] - first_in_[node]);
  }

  // Fills `ordered_` with the switches that reach the leaf, nearest first.
  void search(std::uint32_t leaf) {
    std::ranges::fill(distance_, nowhere);
    ordered_.assign(1, leaf);
    distance_[leaf] = 0;
    for (std::size_t i = 0; i < ordered_.size(); ++i)
      for (const std::uint32_t link : ins(ordered_[i])) {
        const std::uint32_t from = graph_.from[link];
        if (distance_[from] != nowhere) continue;
        distance_[from] = distance_[ordered_[i]] + 1;
        ordered_.push_back(from);
      }
  }

  void settle(std::uint32_t node, std::uint32_t leaf) {
    chosen_.clear();
    for (const std::uint32_t link : outs(node))
      if (distance_[graph_.to[link]] + 1 == distance_[node]) chosen_.push_back(link);
    keep(node, leaf);
  }

  void keep(std::uint32_t node, std::uint32_t leaf) {
    const std::size_t cell = hops_.cell(node, leaf);
    hops_.set_[cell] = node == leaf ? 0 : number_of_set();  // sorts them
    hops_.reach_[cell] = node == leaf ? std::numeric_limits<float>::infinity()
                                      : static_cast<float>(reach_over(chosen_, leaf));
  }

  // Who sends to a leaf directly, and how much in all.
  std::vector<std::pair<std::uint32_t, double>> neighbours(std::uint32_t leaf) const {
    std::map<std::uint32_t, double> sum;
    for (const std::uint32_t link : ins(leaf)) sum[graph_.from[link]] += graph_.capacity[link];
    return {sum.begin(), sum.end()};
  }

  // The ways to a leaf that is like `done`, whose distances are in `distance_`: all the same but
  // at its neighbours and at `done` itself.
  void copy(std::uint32_t done, std::uint32_t leaf) {
    std::copy_n(hops_.set_.begin() + row(done), hops_.switches_, hops_.set_.begin() + row(leaf));
    std::copy_n(hops_.reach_.begin() + row(done), hops_.switches_,
                hops_.reach_.begin() + row(leaf));
    keep(leaf, leaf);
    for (const auto& [node, capacity] : neighbours(leaf)) {
      chosen_.clear();
      for (const std::uint32_t link : outs(node))
        if (graph_.to[link] == leaf) chosen_.push_back(link);
      keep(node, leaf);
    }
    std::uint32_t nearest = nowhere;
    for (const std::uint32_t link : outs(done))
      nearest = std::min(nearest, distance_[graph_.to[link]]);
    chosen_.clear();
    for (const std::uint32_t link : outs(done))
      if (nearest != nowhere && distance_[graph_.to[link]] == nearest) chosen_.push_back(link);
    keep(done, leaf);
  }
  std::ptrdiff_t row(std::uint32_t leaf) const {
    return static_cast<std::ptrdiff_t>(hops_.leaf_number_[leaf]) * hops_.switches_;
  }

  // Parallel links to one switch share what that switch can send on.
  double reach_over(std::span<const std::uint32_t> links, std::uint32_t leaf) const {
    double sum = 0;
    for (std::size_t i = 0; i < links.size();) {
      const std::uint32_t next = graph_.to[links[i]];
      double together = 0;
      for (; i < links.size() && graph_.to[links[i]] == next; ++i)
        together += graph_.capacity[links[i]];
      sum += std::min(together, hops_.reach(next, leaf));
    }
    return sum;
  }

  // By the switch at their far end, so that parallel ones are neighbours.
  std::uint32_t number_of_set() {
    std::ranges::stable_sort(chosen_, {}, [&](std::uint32_t link) { return graph_.to[link]; });
    std::uint64_t key = chosen_.size();
    for (const std::uint32_t link : chosen_) key = (key ^ link) * 0x9E3779B97F4A7C15u;
    for (auto [at, end] = known_.equal_range(key); at != end; ++at) {
      const auto first = hops_.links_.begin() + hops_.first_[at->second];
      const auto last = hops_.links_.begin() + hops_.first_[at->second + 1];
      if (std::ranges::equal(chosen_, std::span(first, last))) return at->second;
    }
    const auto number = static_cast<std::uint32_t>(hops_.first_.size() - 1);
    hops_.links_.insert(hops_.links_.end(), chosen_.begin(), chosen_.end());
    hops_.first_.push_back(static_cast<std::uint32_t>(hops_.links_.size()));
    known_.emplace(key, number);
    return number;
  }

  const LinkGraph& graph_;
  NextHops& hops_;
  std::vector<std::uint32_t> leaves_;  // nodes, by leaf number
  std::vector<std::uint32_t> first_, out_, first_in_ = {0}, in_;
  std::vector<std::uint32_t> distance_, ordered_, chosen_;
  std::unordered_multimap<std::uint64_t, std::uint32_t> known_;
};

NextHops::NextHops(const LinkGraph& graph, std::span<const std::uint8_t> dead)
    : dead_(dead.begin(), dead.end()) {
  Builder(graph, *this).build();
}

std::span<const std::uint32_t> NextHops::links(std::uint32_t node, std::uint32_t leaf) const {
  const std::uint32_t set = set_[cell(node, leaf)];
  return std::span(links_).subspan(first_[set], first_[set + 1] - first_[set]);
}

double NextHops::reach(std::uint32_t node, std::uint32_t leaf) const {
  return reach_[cell(node, leaf)];
}

}  // namespace weft

// Max-min fair rates: no flow can get more without taking from one that has no more than it.
// That is what ideal congestion control gives. Progressive filling: all flows grow together (by
// their weight); where a link is full, its flows stop; the rest grows on. One heap of links by the
// level at which they fill; a link's level only rises when a flow stops elsewhere, so a stale top
// is put back once. Time: entries x log links; memory: entries. (Bertsekas and Gallager, Data
// Networks, section 6.5.2.)
#pragma once

#include <span>
#include <vector>

#include "route/paths.h"

namespace weft {

constexpr double no_limit = 1e300;  // of a link that is not full, the rate of a flow without links

// Flows over links; a flow of rate r loads each of its links with r times its share there.
struct LoadProblem {
  std::span<const double> capacity;  // bit/s, by link
  const FlowPaths& paths;
  std::span<const double> weight = {};  // by flow, > 0; empty: all alike

  double weight_of(std::uint32_t flow) const { return weight.empty() ? 1.0 : weight[flow]; }
};

// The flows of each link, the other way round from FlowPaths.
struct FlowsOfLinks {
  struct Entry {
    std::uint32_t flow;
    float share;
  };
  std::vector<std::uint32_t> first;  // by link, and one more
  std::vector<Entry> entry;

  void build(const FlowPaths& paths, std::size_t links);
  std::span<const Entry> of(std::uint32_t link) const {
    return std::span(entry).subspan(first[link], first[link + 1] - first[link]);
  }
};

// Keeps its memory from one problem to the next.
class MaxMin {
 public:
  // Bit/s by flow. A flow without links gets `no_limit`.
  std::span<const double> solve(const LoadProblem& problem);
  // The level (rate over weight) at which a link filled up; `no_limit`: it did not.
  std::span<const double> levels() const { return level_; }

 private:
  void start(const LoadProblem& problem);
  void stop_flow(const LoadProblem& problem, std::uint32_t flow, double level);
  void push(std::uint32_t link, double key);
  std::pair<double, std::uint32_t> pop();

  FlowsOfLinks flows_of_;
  struct Filling {  // of a link; together, since a flow that stops changes all three on each
    double left = 0, growing = 0;  // capacity, and the weight that still grows
    std::uint32_t growers = 0;
  };
  std::vector<double> rate_, level_;
  std::vector<Filling> links_;
  std::uint32_t growing_flows_ = 0;
  std::vector<std::pair<double, std::uint32_t>> heap_;
};

}  // namespace weft

// Max-min fair rates that are kept while flows come and go, without solving all again.
//
// A flow's rate is right when one of its links is full and no flow there has more (its bottleneck).
// When flows change, only those whose bottleneck changed are solved again, the others held fixed;
// then every link of theirs is looked at: who holds more than the fair share there, or lost its
// bottleneck, is solved again with them. It ends when nobody is left to add, and then the rates
// are the max-min ones, since these are the only rates at which every flow has a bottleneck.
#pragma once

#include "twin/max_min.h"

namespace weft {

class LiveRates {
 public:
  // No flow is active yet. `problem` and what it refers to must outlive this.
  explicit LiveRates(const LoadProblem& problem);

  // Announce changes, then `settle` them together.
  void add(std::uint32_t flow);
  void remove(std::uint32_t flow);
  void set_capacity(std::uint32_t link, double capacity);
  // The flows whose rates may have changed since the last call, active ones only.
  std::span<const std::uint32_t> settle();

  double rate(std::uint32_t flow) const { return rate_[flow]; }  // bit/s
  bool active(std::uint32_t flow) const { return active_[flow] != 0; }

 private:
  struct LinkState {
    double capacity = 0;
    double fixed = 0;   // rates of flows that are not solved again
    double weight = 0;  // of those that are
    double left = 0, growing = 0;
    double level = 0, top = 0;  // where it filled up (no_limit: not), the last stop of a flow
    std::uint32_t begin = 0, active = 0;  // its part of `entries_`
    std::uint32_t members = 0, growers = 0;
    std::uint32_t bound = 0;  // flows whose bottleneck it is
    bool touched = false;
  };
  void touch(std::uint32_t link);
  void take(std::uint32_t flow);
  void take_bound(std::uint32_t link);
  void fill();
  void stop_flow(std::uint32_t flow, double level, std::uint32_t bottleneck);
  bool look_again(std::uint32_t link);
  void rebind(std::uint32_t flow, std::uint32_t link);
  std::span<const FlowsOfLinks::Entry> active_of(std::uint32_t link) const {
    return std::span(entries_).subspan(links_[link].begin, links_[link].active);
  }

  const LoadProblem problem_;
  std::vector<LinkState> links_;
  std::vector<FlowsOfLinks::Entry> entries_;  // the active flows of a link first
  std::vector<double> rate_, new_rate_;
  std::vector<std::uint32_t> bottleneck_, new_bottleneck_;
  std::vector<std::uint8_t> active_, taken_;
  std::vector<std::uint32_t> solved_, touched_;  // flows and links of this change
  std::vector<std::uint32_t> changed_;
  std::vector<std::pair<double, std::uint32_t>> heap_;
};

}  // namespace weft

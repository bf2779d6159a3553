// Flows that run until they have moved their bits, in integer picoseconds. Rates are max-min fair
// at every moment; when flows end or start, only what they change is solved again (live_rates.h).
// Ends that fall on the same picosecond are one change.
#pragma once

#include <limits>

#include "twin/live_rates.h"

namespace weft {

using Picos = std::int64_t;
constexpr Picos never = std::numeric_limits<Picos>::max();

struct TransferSet {
  std::span<const double> bits;       // by flow
  std::span<const Picos> start = {};  // by flow; empty: all at 0
};

class Transfers {
 public:
  Transfers(const LoadProblem& problem, const TransferSet& set);

  // Goes on until nothing is left or to `until`, whichever is first; ends at `until` included.
  void run(Picos until = never);
  // From now on. A link that is down has 0: its flows stand still until they are routed anew.
  void set_capacity(std::uint32_t link, double capacity);

  Picos now() const { return now_; }
  Picos end(std::uint32_t flow) const { return end_[flow]; }  // `never`: not yet
  double left(std::uint32_t flow) const;                      // bits, now
  double rate(std::uint32_t flow) const { return rates_.rate(flow); }
  Picos last_end() const { return last_end_; }
  std::uint64_t changes() const { return changes_; }  // how often rates were settled

 private:
  void start_due();
  void finish_due();
  void settle();
  void plan_end(std::uint32_t flow);
  void place(std::uint32_t position, std::uint32_t flow);
  void sift(std::uint32_t position);
  void drop(std::uint32_t flow);

  LiveRates rates_;
  std::vector<double> left_;              // bits, at `since_`
  std::vector<Picos> since_, due_, end_;  // by flow
  std::vector<double> speed_;             // bit/s since then
  std::vector<Picos> start_;
  std::vector<std::uint32_t> order_;  // flows by start, the next one at `next_start_`
  std::size_t next_start_ = 0;
  std::vector<std::uint32_t> heap_, position_;  // flows by `due_`, and where each is in there
  Picos now_ = 0, last_end_ = 0;
  std::uint64_t changes_ = 0;
};

}  // namespace weft

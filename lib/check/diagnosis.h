// From tangles of links and cables to what a person would call them: two cables exchanged, a row
// off by one, two devices exchanged, one cable in the wrong port.
#pragma once

#include <vector>

#include "check/cabling.h"

namespace weft {

struct Knot {
  Tangle tangle;
  MovePlan plan;  // its own moves, without spare cables from elsewhere
  bool told = false;
};

// Gives each knot's finding to the work, and states to the links of swaps.
void diagnose(Work& work, const PortPlaces& places, std::vector<Knot>& knots);

// Where ports stand among those of their device that are planned or heard, in natural order.
class Ranks {
 public:
  explicit Ranks(const Work& work);
  std::int32_t rank(PortId port) const { return rank_[std::size_t(port)]; }

 private:
  std::vector<std::int32_t> rank_;  // by port
};

}  // namespace weft

// The measuring loop of a collective: one size, by every member together.
//
// How time is taken. A barrier, the call, and again, as the OSU micro-benchmarks do it: each member
// times its own calls, the barriers lie outside. Calls before the first measured one are warm-up;
// all agree on their number, which fits the step's round_time. What a call took is what it took the
// slowest member.
//
// What is checked, outside the timed part: the result of the first call, of the last measured one,
// and of one more after it; every element, on every member. Outputs are blanked before the first
// and the last of these, so that a result that was not written cannot pass.
#pragma once

#include <span>

#include "measure/buffers.h"
#include "measure/collect.h"

namespace weft {

// Elements of a call and where they lie. Sizes that do not divide are rounded down to whole blocks,
// but a block has at least one element.
struct CollectiveShape {
  std::size_t block = 0;  // elements that belong to one member
  std::size_t count = 0;  // elements of the size: a block, or one for each member
  std::size_t in = 0;     // elements that this member puts in, 0: none
  std::size_t out = 0;    // elements that this member gets, 0: none
};
CollectiveShape shape_of(Collective what, const Step& step, std::size_t bytes, std::uint32_t rank,
                         std::uint32_t members);

struct CollectiveRequest {
  const Step& step;
  Collective what;
  std::uint32_t size_index = 0;
};

// Member 0 gets the samples (model/sample.h): one a member, and of at most 64 calls, evenly chosen,
// one a member and call. Endpoint numbers; `endpoints[i]` is that of member i. Error: no memory,
// the library's own words, a number of members that the collective cannot have, or a member that
// did not come.
Result<CollectedRound> measure_collective(const CollectiveRequest& request, Group& group,
                                          Communicator& communicator, Buffers& buffers,
                                          Progress& progress,
                                          std::span<const std::uint32_t> endpoints);

}  // namespace weft

// The one measuring loop: one round of flows at one message size, by every member together.
//
// How time is taken. A round is up to three batches (one, when it is short); in each, every flow
// runs repeats ("windows") until the batch's time is over and it has two to show; between batches
// all agree whether every interval is narrow enough to stop.
//
//   source   -> header | m m m m m m ... | <- ack   one window: from the first post to the ack
//   target   ready ->  | r r r r r r ... | ack      then, outside the timed part, the payload check
//
// The target says that it is ready after it has checked what came before: RDMA writes would
// otherwise change what it looks at.
//
// Latency: the source sends one message, the target returns it; half the round trip is recorded in
// an HDR histogram, a window is one millisecond of them. The first window of a round is cold and
// thrown away. A flow is one direction; a member drives all of its flows from one loop.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "measure/buffers.h"
#include "measure/progress.h"
#include "measure/seams.h"
#include "model/flow.h"
#include "model/sample.h"
#include "model/step.h"

namespace weft {

struct RoundRequest {
  const Step& step;
  std::uint32_t size_index = 0;
  std::uint32_t round_index = 0;
  const Round& round;
  bool alone = false;  // a retest
};

struct RoundResult {
  std::vector<Sample> samples;  // of the flows that this member is the source of; member numbers
  Nanos wall{0};                // from the call to its end
  Nanos measuring{0};           // inside the batches
};

// Takes the buffers of the round before, which are free by then. Error: a member did not come or
// answer by the step's deadline, or the transport failed; operations may then still use the
// buffers.
Result<RoundResult> measure_round(const RoundRequest& request, Group& group, Transport& transport,
                                  Buffers& buffers, Progress& progress);

}  // namespace weft

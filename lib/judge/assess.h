// One flow against its two limits: what its peers do, and what its link can carry.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/ceiling.h"
#include "judge/flows.h"

namespace weft {

// From good to bad.
enum class FlowState : std::uint8_t {
  fine,
  unclear,             // its interval lies across what the link should give
  slow_beside_others,  // normal when measured again alone
  lossy_beside_others,
  missing,      // should have been measured and was not
  few_windows,  // too few for an interval to be held against the link
  too_fast,     // faster than the link: it did not go that way
  untried,      // slow or lossy; others of its class were measured again alone, it was not
  lossy,        // loses packets, alone too
  slow,
  remarked,  // its packets came with another DSCP
  wrong_payload,
  failed,  // did not work
};
Verdict verdict_of(FlowState state);

// What the flows of a class say about each other.
struct PeerLimit {
  enum class State : std::uint8_t { compared, too_few, too_unlike } state = State::too_few;
  Summary summary;    // over the flows' medians
  double margin = 0;  // the larger of mads x MAD and tolerance x median
  double floor = 0;   // bandwidth: median - margin; latency: median + margin
};
PeerLimit peer_limit(std::vector<double> medians, Metric metric);
std::string peer_text(const PeerLimit& limit, Metric metric);  // how the floor was made

// What the link of a flow can carry: nothing where it is not known or does not bind.
struct LinkLimit {
  Ceiling ceiling;
  BitRate link;
  std::int64_t mtu = 0;
  bool binds = false;  // `floor` applies: the flow had the link for itself, and is large enough
  double floor = 0;
};
std::optional<LinkLimit> link_limit(const Layout& layout, const Step& step, Bytes size,
                                    const FlowResult& flow);

// The largest share of lost packets that is not called lossy. In one jam all lose some; the best
// quarter says how much, so that half of them may be on the bad link.
double loss_limit(const std::vector<const FlowResult*>& flows);

bool is_lossy(const PacketTally& packets, double limit);  // false with too few of them to tell

struct Limits {
  const PeerLimit& peers;
  double loss = 0;
};
FlowState assess(const FlowResult& flow, Metric metric, const Limits& limits,
                 const std::optional<LinkLimit>& link);

// "94.1 Gb/s" or "12.3 us".
std::string value_text(double value, Metric metric);

}  // namespace weft

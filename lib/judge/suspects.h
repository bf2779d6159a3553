// Who is to blame for bad pairs. A pair names two ends and the way between them: an end is blamed
// only when it was bad with two independent partners that are fine with others.
//
// The rule is that of people who do this by hand: NVIDIA/nccl-tests issue 106 (the common node of
// the slow pairs), Google's cluster health scanner (a second pass with known good partners), OCI's
// active health check (up to five partners before a node is blamed). lib/locate goes on from here
// with the paths between the ends.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/flow.h"
#include "model/judgement.h"
#include "model/layout.h"

namespace weft {

// What is known of one comparable set of flows (one size and class).
struct PairEvidence {
  std::string about;                       // "pairs_bandwidth, 8 MiB", for the evidence lines
  std::vector<std::uint32_t> members;      // endpoints that took part
  std::vector<Flow> bad;                   // flows judged fail; may be cut, the tallies are not
  std::vector<std::string> bad_text = {};  // beside `bad`, how bad: "44.8 Gb/s"; or empty
  std::vector<EndpointTally> tallies;      // of every endpoint with a bad flow
};

// Hosts and endpoints first, then pairs of which nobody can tell which end it is. Scores from 0 to
// 1; the most likely first.
std::vector<Suspect> suspects_of(const Layout& layout, std::span<const PairEvidence> evidence);

}  // namespace weft

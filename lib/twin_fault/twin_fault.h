// Faults of the twin: one per file, its name is the kind; a pure function from a healthy state to a
// faulty one, with the finding that it must lead to. A fault is written `kind:place[,place]`; a
// place is a port (`leaf01:swp1s0`) or a node. With `@TIME` it happens while the fabric is
// measured.
//
// What is expected stands in each fault's own file, from what the references and cases say a person
// must be told, and is never taken from a run of Weft: so the score says what Weft misses.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/table.h"
#include "model/verdict.h"
#include "twin/state.h"

namespace weft {

// Where a fault may be put.
enum class TwinPlace : std::uint8_t {
  everywhere,
  cable,        // a port with a cable to another node
  fabric_port,  // a switch's port towards another switch
  split_port,   // a switch's port that is one of several of its cage
  host_port,    // a host's port
  node,
  host,
  any_switch,
  spine,         // or superspine
  wide_switch,   // one with several ways to somewhere
  overlay_node,  // a switch that speaks EVPN
};

// One finding that must be there. Its subject is the place or its far end; with `of_node` the node
// of either is enough.
struct TwinExpectation {
  std::string_view check;  // id
  Verdict verdict;         // at least as bad
  bool of_node = false;
};

struct TwinFault {
  std::string_view title;
  std::string_view about;  // what is wrong then
  TwinPlace place;
  std::size_t places;                    // how many
  std::vector<TwinExpectation> expects;  // any of them will do
  // What a suite that measures all pairs must find where a host or its cable is hit: a finding of
  // that kind, and that host suspected first. Elsewhere pairs alone cannot tell whose fault it is.
  std::vector<TwinExpectation> suite = {};
  std::string_view later = {};   // the part of Weft that will find it, "" when checks do
  std::string_view source = {};  // where the kind was seen
  bool moves = false;            // `check cabling --moves` must say how to put it right
  void (*put)(TwinState& state, const std::vector<TwinEnd>& places);
};

namespace twin_faults {
std::span<const Row<TwinFault>> all();
}

struct PlacedTwinFault {
  const TwinFault* fault = nullptr;
  std::string kind;
  std::vector<TwinEnd> places;   // a node's has no port
  std::optional<Nanos> at = {};  // not from the start, but after so much time of load
  std::string when = {};         // as it was written: "10s"

  // "swapped_cables:leaf1:swp1,leaf2:swp1", "missing_cable:leaf1:swp1@10s"
  std::string text(const TwinState& state) const;
};

// All that may have it, in the order of the nodes.
std::vector<TwinEnd> places_for(TwinPlace place, const TwinState& state);

// `text` may leave the places out: they are chosen by `seed`. Error: no such kind, did you mean; a
// place that is not there or not of the right sort; no place that fits; no such time.
Result<PlacedTwinFault> place_twin_fault(std::string_view text, const TwinState& healthy,
                                         std::uint64_t seed);

// A second place beside `first`: of the same sort of cable, elsewhere where there is such.
std::vector<TwinEnd> partners_for(TwinEnd first, TwinPlace place, const TwinState& state);

// The state with the fault in it, settled.
TwinState with_fault(TwinState state, const PlacedTwinFault& fault);

// Every place that a fault may rightly be told at: what it changed, by comparing the causes of both
// states, and the ends of the cables there, before and after.
struct TouchedPlaces {
  std::vector<std::string> ports;  // "leaf1:swp1"
  std::vector<std::string> nodes;  // of those ports too
};
TouchedPlaces touched_by(const TwinState& healthy, const TwinState& faulty);

}  // namespace weft

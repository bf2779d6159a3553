// The fewest cable moves that make a plan true, and an order in which they can be done.
//
// A move re-plugs one end of a cable. Planned links and cables are pairs of ports; no port is in
// two links or in two cables. Then links and cables that differ form paths and rings in which they
// take turns, and in each of them every cable but at most one serves a link that it touches
// already: one move per cable, which is the least since no wrong cable is right without one. A
// cable left over serves a link left over with two moves. So as many links as there are cables for
// become true, with the fewest moves. Where the moves are equal in number, ends on one device are
// preferred, then in one rack: a cable does not reach further.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace weft {

using PortPair = std::pair<std::int32_t, std::int32_t>;

enum class Scope : std::uint8_t { device, rack, elsewhere };  // how far an end is carried

// Where ports are, by port number: device, and rack or -1 where it is not known.
struct PortPlaces {
  std::vector<std::int32_t> device, rack;

  Scope scope(std::int32_t from, std::int32_t to) const {
    const auto f = static_cast<std::size_t>(from), t = static_cast<std::size_t>(to);
    if (device[f] == device[t]) return Scope::device;
    return rack[f] >= 0 && rack[f] == rack[t] ? Scope::rack : Scope::elsewhere;
  }
};

// A path or ring of links and cables in turns: ports[i] and ports[i + 1] (in a ring also the last
// and the first) are joined by a link where i is even, as `starts_with_link` says, else by a cable.
struct Tangle {
  std::vector<std::int32_t> ports;
  bool starts_with_link = true;
  bool ring = false;

  std::size_t edges() const { return ring ? ports.size() : ports.size() - 1; }
  bool is_link(std::size_t edge) const { return (edge % 2 == 0) == starts_with_link; }
  PortPair edge(std::size_t i) const { return {ports[i], ports[(i + 1) % ports.size()]}; }
};

// Pairs in both lists are right and left out.
std::vector<Tangle> tangles(const std::vector<PortPair>& links,
                            const std::vector<PortPair>& cables);

struct Move {
  PortPair cable;  // as it is now
  std::int32_t from = -1, to = -1;
  std::int32_t stays = -1;  // where its other end is when this move is done
  Scope scope = Scope::device;
  bool spare = false;  // one of the two moves of a cable that is not needed where it is
};

struct MoveStep {
  enum class Action : std::uint8_t { move, park, plug, remove };
  Action action = Action::move;
  PortPair cable;
  std::int32_t from = -1, to = -1;  // park and remove have no `to`; plug has no `from`
  std::size_t move = 0;             // into MovePlan::moves; not of remove
};

struct MovePlan {
  std::vector<Move> moves;
  std::vector<MoveStep> steps;    // in this order no target is occupied; a parked end hangs free
  std::vector<PortPair> lay;      // links that need a new cable
  std::vector<PortPair> removed;  // cables that are not needed
};

MovePlan fewest_moves(const std::vector<PortPair>& links, const std::vector<PortPair>& cables,
                      const PortPlaces& places);

// The moves inside one tangle, without spare cables from elsewhere.
MovePlan moves_in(const Tangle& tangle, const PortPlaces& places);

}  // namespace weft

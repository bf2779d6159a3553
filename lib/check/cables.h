// Which two ports a cable joins, decided from what either end hears.
//
// What both ends say stands. What one end says stands unless the other end, which was also read,
// hears somebody else: then it is a contradiction (a stale entry after a re-cabling, two machines
// of one name), and nothing is decided on that port.
#pragma once

#include <string>
#include <vector>

#include "check/heard.h"

namespace weft {

enum class Doubt : std::uint8_t {
  none,
  ends_disagree,     // the far end hears somebody else
  claimed_twice,     // two ports hear the same far port
  far_end_down,      // the far port has no link: the entry is stale
  several_speakers,  // two different machines are heard, nothing tells which one the cable goes to
  just_changed,      // the planned one is heard, and a newer one: an entry waits to expire
  hears_itself,
  two_readings,  // two files of one node tell different things about this port
};

struct PortView {
  const Heard* heard = nullptr;  // the speaker that counts; null when nobody is heard
  const Heard* also = nullptr;   // another one on the same port (a DPU beside its host)
  PortId peer = nobody;          // the far end of the cable, where that is decided
  bool one_way = false;          // only this end hears the other, which was read too
  bool heard_by_peer_only = false;
  Doubt doubt = Doubt::none;
  PortId doubt_with = nobody;  // the other port of a contradiction
};

// By port number. `planned`: the planned far end of each port, nobody where there is none.
std::vector<PortView> decide_cables(const FabricView& fabric, const Hearing& hearing,
                                    const std::vector<PortId>& planned);

// A sentence about the contradiction on `port`.
std::string explain(const FabricView& fabric, PortId port, const PortView& view);

}  // namespace weft

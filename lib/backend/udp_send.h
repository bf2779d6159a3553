// Sending what a source has ready: many packets a call.
#pragma once

#include "backend/udp_source.h"

namespace weft::udp {

// What all packets of a queue pair have in common.
struct Stamp {
  std::uint32_t source = 0;  // DataHeader::source
  std::uint64_t job = 0;
  std::uint8_t dscp = 0;
};

// At most a batch; packets that the socket has no room for are taken back. False when a packet is
// larger than the path allows.
bool send_ready(int fd, Source& source, const Stamp& stamp, Nanos now);

}  // namespace weft::udp

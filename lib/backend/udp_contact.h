// What members tell each other before the first packet, and the source ports that they take.
#pragma once

#include <cstdint>
#include <vector>

#include "measure/seams.h"

namespace weft::udp {

struct Contact {
  char address[64] = {};
  std::uint64_t job = 0;  // the first member's counts
  std::uint32_t payload = 0;
  std::uint16_t port = 0;
};

// Collective: everybody's, in member order.
Result<std::vector<Contact>> exchange_contacts(Group& group, const Contact& mine,
                                               Deadline deadline);

// Of queue pair `to` of member `from`, in the range from which RoCE v2 takes source ports. `turn`
// counts ports that were taken already.
std::uint16_t source_port(std::uint64_t seed, std::uint32_t from, std::uint32_t to, unsigned turn);

}  // namespace weft::udp

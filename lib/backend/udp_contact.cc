// See udp_contact.h.

#include "backend/udp_contact.h"

#include <cstring>

namespace weft::udp {

Result<std::vector<Contact>> exchange_contacts(Group& group, const Contact& mine,
                                               Deadline deadline) {
  const std::string bytes(reinterpret_cast<const char*>(&mine), sizeof mine);
  WEFT_TRY(const auto all, group.share(bytes, deadline));
  std::vector<Contact> contacts(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    std::memcpy(&contacts[i], all[i].data(), sizeof(Contact));
    contacts[i].address[sizeof mine.address - 1] = '\0';
  }
  return contacts;
}

std::uint16_t source_port(std::uint64_t seed, std::uint32_t from, std::uint32_t to, unsigned turn) {
  std::uint64_t x = seed * 0x9E3779B97F4A7C15u + (std::uint64_t{from} << 32 | to) + turn;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return static_cast<std::uint16_t>(49152 + (x ^ x >> 31) % 16384);
}

}  // namespace weft::udp

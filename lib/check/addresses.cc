// See addresses.h.

#include "check/addresses.h"

#include <arpa/inet.h>

#include <string>

#include "base/text.h"

namespace weft {

bool AddressPrefix::holds(const AddressPrefix& address) const {
  if (address.width != width) return false;
  for (int bit = 0; bit < length; ++bit) {
    const auto at = static_cast<std::size_t>(bit / 8);
    if (((bytes[at] ^ address.bytes[at]) >> (7 - bit % 8) & 1) != 0) return false;
  }
  return true;
}

std::optional<AddressPrefix> parse_prefix(std::string_view text) {
  const std::size_t slash = text.find('/');
  std::string address(text.substr(0, slash));
  address.resize(std::min(address.size(), address.find('%')));
  AddressPrefix out;
  if (::inet_pton(AF_INET, address.c_str(), out.bytes.data()) != 1) {
    if (::inet_pton(AF_INET6, address.c_str(), out.bytes.data()) != 1) return {};
    out.width = 128;
  }
  out.length = out.width;
  if (slash == text.npos) return out;
  const auto length = parse_uint(text.substr(slash + 1));
  if (!length || *length > static_cast<std::uint64_t>(out.width)) return {};
  out.length = static_cast<int>(*length);
  return out;
}

}  // namespace weft

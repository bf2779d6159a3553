// Addresses and prefixes as text, compared.
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace weft {

struct AddressPrefix {
  std::array<unsigned char, 16> bytes{};
  int length = 0;  // of the prefix, bits
  int width = 32;  // 32 or 128

  // As long as an address of a device or of a link between two: /30 to /32, /126 to /128.
  bool of_one_place() const { return width - length <= 2; }
  bool holds(const AddressPrefix& address) const;
};

// "192.0.2.1/31", "2001:db8::1", "fe80::1%swp1"; without a length the whole address.
std::optional<AddressPrefix> parse_prefix(std::string_view text);

}  // namespace weft

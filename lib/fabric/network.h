// This machine's interfaces: which one is in a given network, and what it can do.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"

namespace weft {

struct NetworkInterface {
  std::string name;                  // "eth0"
  std::string address;               // "192.0.2.7", the one that matched
  std::optional<BitRate> link_rate;  // from sysfs; absent when the driver does not say
  std::optional<std::int64_t> mtu;   // bytes
};

// The interface called `net`, or the one with an address inside it ("192.0.2.0/24"), or several
// names separated by commas: the first that is here. Error when `net` is none of these or none
// fits.
Result<NetworkInterface> interface_in(std::string_view net);

// Our own address on the way to `host`, which is resolved but not contacted.
Result<std::string> address_towards(const std::string& host);

bool is_this_machine(const std::string& host);  // localhost, 127.x, ::1 or our own host name

// What the machine calls itself, and the id of its boot: tells machines apart.
std::string machine_name();
std::string boot_id();

}  // namespace weft

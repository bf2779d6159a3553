// Numbers from names and a seed: the same on every machine, in every run (std::hash is not).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weft {

std::uint64_t stable_hash(std::string_view text);

// The next of a series (splitmix64).
std::uint64_t stable_random(std::uint64_t& state);

// A locally administered address of whatever bears this name: "02:5f:00:12:ab:9c".
std::string stable_mac(std::string_view name);

// "fe80::5f:ff:fe12:ab9c" of such an address (RFC 4291, appendix A).
std::string link_local(std::string_view mac);

}  // namespace weft

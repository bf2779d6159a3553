// See stable.h. FNV-1a and splitmix64.

#include "twin/stable.h"

#include <fmt/format.h>

#include "base/text.h"

namespace weft {

std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return h;
}

std::uint64_t stable_random(std::uint64_t& state) {
  std::uint64_t z = state += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::string stable_mac(std::string_view name) {
  std::uint64_t seed = stable_hash(name);
  const std::uint64_t h = stable_random(seed);
  return fmt::format("02:{:02x}:{:02x}:{:02x}:{:02x}:{:02x}", h >> 32 & 255, h >> 24 & 255,
                     h >> 16 & 255, h >> 8 & 255, h & 255);
}

std::string link_local(std::string_view mac) {
  std::uint64_t bytes[6] = {};
  std::size_t i = 0;
  for (const std::string_view part : split(mac, ':')) {
    std::uint64_t value = 0;
    for (const char c : lower(part))
      value = value * 16 + std::uint64_t(c >= 'a' ? c - 'a' + 10 : c - '0');
    if (i < 6) bytes[i++] = value & 255;
  }
  return fmt::format("fe80::{:x}:{:x}:{:x}:{:x}", (bytes[0] ^ 2) << 8 | bytes[1],
                     bytes[2] << 8 | 0xff, 0xfe00 | bytes[3], bytes[4] << 8 | bytes[5]);
}

}  // namespace weft

// Units. A number gets its unit where it enters and loses it where it leaves.
//
// `Bytes / Nanos` is the only way to make a rate from a measurement, so that x8 is written once.
// Powers of 1024 only for sizes (KiB), of 1000 only for rates (Gb/s). Text always has a decimal
// point, under any locale.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace weft {

using Nanos = std::chrono::nanoseconds;

struct Bytes {
  std::int64_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};

struct BitRate {
  double bps = 0;  // bit/s
  auto operator<=>(const BitRate&) const = default;
};

struct Ratio {
  double value = 0;  // 1.0 is whole
  auto operator<=>(const Ratio&) const = default;
};

// A point in time: nanoseconds since 1970, UTC. Written as RFC 3339.
struct Instant {
  std::int64_t unix_ns = 0;
  auto operator<=>(const Instant&) const = default;
};

constexpr Bytes operator+(Bytes a, Bytes b) { return {a.count + b.count}; }
constexpr Bytes operator*(Bytes a, std::int64_t n) { return {a.count * n}; }
constexpr Ratio operator/(BitRate a, BitRate b) { return {a.bps / b.bps}; }
constexpr BitRate operator*(BitRate a, Ratio r) { return {a.bps * r.value}; }

// Payload over time. 0 when no time passed, which is no measurement.
constexpr BitRate operator/(Bytes moved, Nanos elapsed) {
  if (elapsed.count() <= 0) return {0};
  return {static_cast<double>(moved.count) * 8e9 / static_cast<double>(elapsed.count())};
}

constexpr Bytes operator""_B(unsigned long long n) { return {static_cast<std::int64_t>(n)}; }
constexpr Bytes operator""_KiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n << 10)};
}
constexpr Bytes operator""_MiB(unsigned long long n) {
  return {static_cast<std::int64_t>(n << 20)};
}
constexpr BitRate operator""_Mbps(unsigned long long n) { return {static_cast<double>(n) * 1e6}; }
constexpr BitRate operator""_Gbps(unsigned long long n) { return {static_cast<double>(n) * 1e9}; }

// For people: "64 KiB", "391.2 Gb/s", "2.31 us", "93.1 %", "2026-11-30T12:00:00Z".
std::string text(Bytes size);
std::string text(BitRate rate);
std::string text(Nanos time);
std::string text(Ratio ratio);
std::string text(Instant at);

// From people: "64KiB", "8", "1 MiB"; "400G", "100 Mbit/s", "391.2 Gb/s"; "50ms", "1.5 s", "2min".
// Error: what was expected, no place.
Result<Bytes> parse_bytes(std::string_view text);
Result<BitRate> parse_rate(std::string_view text);
Result<Nanos> parse_duration(std::string_view text);
Result<Instant> parse_instant(std::string_view text);

// The wall clock. A door: pure folders take an Instant as an argument instead.
Instant now();

}  // namespace weft

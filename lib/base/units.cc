// Units to text and back, without the locale.

#include "base/units.h"

#include <fmt/format.h>
#include <time.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "base/text.h"

namespace weft {
namespace {

struct Scale {
  std::string_view name;
  double factor;
};

// Three significant digits, four where the fourth still carries meaning (391.2).
std::string digits(double value) {
  const double size = std::abs(value);
  if (size >= 1000 || value == std::round(value)) return fmt::format("{:.0f}", value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 1 : size >= 10 ? 1 : 2);
}

template <std::size_t N>
std::string scaled(double value, const std::array<Scale, N>& scales) {
  for (const Scale& scale : scales)
    if (std::abs(value) >= scale.factor)
      return fmt::format("{} {}", digits(value / scale.factor), scale.name);
  const Scale& last = scales.back();
  return fmt::format("{} {}", digits(value / last.factor), last.name);
}

// "1.5 ms" -> {1.5, "ms"}; nothing when it does not begin with a number.
std::optional<std::pair<double, std::string_view>> number_and_unit(std::string_view text) {
  text = trim(text);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return std::pair{value, trim(text.substr(static_cast<std::size_t>(end - text.data())))};
}

template <std::size_t N>
Result<double> parse_scaled(std::string_view text, const std::array<Scale, N>& scales,
                            std::string_view example) {
  if (const auto parts = number_and_unit(text); parts && parts->first >= 0)
    for (const Scale& scale : scales)
      if (equal_ignoring_case(parts->second, scale.name)) return parts->first * scale.factor;
  return fail(fmt::format("expected {}, got '{}'", example, printable(text)));
}

}  // namespace

std::string text(Bytes size) {
  static constexpr std::array<Scale, 5> scales{{{"TiB", double(1LL << 40)},
                                                {"GiB", double(1LL << 30)},
                                                {"MiB", double(1LL << 20)},
                                                {"KiB", double(1LL << 10)},
                                                {"B", 1}}};
  return scaled(static_cast<double>(size.count), scales);
}

std::string text(BitRate rate) {
  static constexpr std::array<Scale, 5> scales{
      {{"Tb/s", 1e12}, {"Gb/s", 1e9}, {"Mb/s", 1e6}, {"kb/s", 1e3}, {"b/s", 1}}};
  return scaled(rate.bps, scales);
}

std::string text(Nanos time) {
  static constexpr std::array<Scale, 6> scales{
      {{"h", 3600e9}, {"min", 60e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}};
  return scaled(static_cast<double>(time.count()), scales);
}

std::string text(Ratio ratio) { return fmt::format("{:.1f} %", ratio.value * 100); }

std::string text(Instant at) {
  const time_t seconds = static_cast<time_t>(at.unix_ns / 1'000'000'000);
  tm parts{};
  gmtime_r(&seconds, &parts);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
}

Result<Bytes> parse_bytes(std::string_view text) {
  static constexpr std::array<Scale, 10> scales{{{"", 1},
                                                 {"B", 1},
                                                 {"K", 1024},
                                                 {"KiB", 1024},
                                                 {"M", 1048576},
                                                 {"MiB", 1048576},
                                                 {"G", 1073741824},
                                                 {"GiB", 1073741824},
                                                 {"T", 1099511627776},
                                                 {"TiB", 1099511627776}}};
  WEFT_TRY(const double value, parse_scaled(text, scales, "a size such as 8, 64KiB or 1MiB"));
  if (value != std::floor(value) || value > 9e18)
    return fail(fmt::format("expected a whole number of bytes, got '{}'", printable(text)));
  return Bytes{static_cast<std::int64_t>(value)};
}

Result<BitRate> parse_rate(std::string_view text) {
  static constexpr std::array<Scale, 17> scales{{{"", 1},
                                                 {"b/s", 1},
                                                 {"bit/s", 1},
                                                 {"kb/s", 1e3},
                                                 {"kbit/s", 1e3},
                                                 {"M", 1e6},
                                                 {"Mb/s", 1e6},
                                                 {"Mbit", 1e6},
                                                 {"Mbit/s", 1e6},
                                                 {"Mbps", 1e6},
                                                 {"G", 1e9},
                                                 {"Gb/s", 1e9},
                                                 {"Gbit", 1e9},
                                                 {"Gbit/s", 1e9},
                                                 {"Gbps", 1e9},
                                                 {"T", 1e12},
                                                 {"Tb/s", 1e12}}};
  WEFT_TRY(const double value, parse_scaled(text, scales, "a rate such as 400G or 100 Mbit/s"));
  return BitRate{value};
}

Result<Nanos> parse_duration(std::string_view text) {
  static constexpr std::array<Scale, 8> scales{{{"ns", 1},
                                                {"us", 1e3},
                                                {"ms", 1e6},
                                                {"s", 1e9},
                                                {"sec", 1e9},
                                                {"min", 60e9},
                                                {"h", 3600e9},
                                                {"d", 86400e9}}};
  WEFT_TRY(const double value, parse_scaled(text, scales, "a time such as 50ms, 10s or 2min"));
  if (value > 9e18) return fail(fmt::format("the time '{}' is too long", printable(text)));
  return Nanos{static_cast<std::int64_t>(std::llround(value))};
}

Result<Instant> parse_instant(std::string_view text) {
  tm parts{};
  const std::string copy(text);
  const char* end = strptime(copy.c_str(), "%Y-%m-%dT%H:%M:%S", &parts);
  if (end == nullptr || std::string_view(end) != "Z")
    return fail(
        fmt::format("expected a UTC time such as 2026-11-30T12:00:00Z, got '{}'", printable(text)));
  return Instant{static_cast<std::int64_t>(timegm(&parts)) * 1'000'000'000};
}

Instant now() {
  timespec at{};
  clock_gettime(CLOCK_REALTIME, &at);
  return {static_cast<std::int64_t>(at.tv_sec) * 1'000'000'000 + at.tv_nsec};
}

}  // namespace weft

// The five verdicts. `unknown` is not `pass`: it says that something should have been seen and was
// not; `skip` says that it cannot apply here, with the reason.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>

namespace weft {

enum class Verdict : std::uint8_t { pass, skip, warn, unknown, fail };  // from good to bad

constexpr auto words_of(Verdict) {
  return std::array<std::pair<Verdict, std::string_view>, 5>{{{Verdict::pass, "pass"},
                                                              {Verdict::skip, "skip"},
                                                              {Verdict::warn, "warn"},
                                                              {Verdict::unknown, "unknown"},
                                                              {Verdict::fail, "fail"}}};
}

constexpr Verdict worst(Verdict a, Verdict b) { return a > b ? a : b; }

}  // namespace weft

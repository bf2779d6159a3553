// What a worker is doing right now, written by the measuring loop and read by the control thread.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>

namespace weft {

enum class Phase : std::uint8_t { idle, joining, barrier, measuring, agreeing, collecting };

constexpr auto words_of(Phase) {
  return std::array<std::pair<Phase, std::string_view>, 6>{{{Phase::idle, "idle"},
                                                            {Phase::joining, "joining"},
                                                            {Phase::barrier, "barrier"},
                                                            {Phase::measuring, "measuring"},
                                                            {Phase::agreeing, "agreeing"},
                                                            {Phase::collecting, "collecting"}}};
}

struct Progress {
  std::atomic<std::uint64_t> unit{0};  // round counted over all sizes of the step
  std::atomic<Phase> phase{Phase::idle};
  std::atomic<std::uint64_t> bytes{0};        // moved in this step so far
  std::atomic<std::int64_t> waiting_for{-1};  // member whose message is awaited, -1 nobody's
};

}  // namespace weft

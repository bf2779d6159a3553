// What a step needs of a fabric, and the sentence that says what is missing. The one place where a
// step becomes `skip`.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "model/run.h"

namespace weft {

// What a suite may name in "needs": the capabilities of FabricInfo.
constexpr std::array<std::string_view, 5> capabilities{"rdma", "cuda", "pfc", "qos_counters",
                                                       "can_disrupt"};

// Why `step` cannot apply on this fabric with that many hosts; "" when it can.
std::string why_skipped(const Step& step, const FabricInfo& fabric, std::int64_t hosts);

}  // namespace weft

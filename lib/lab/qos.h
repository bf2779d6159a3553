// Classes of traffic on a switch of the lab, on paper: DSCP to priority, marks, what is counted.
// Pure. The classes themselves are the port's queues (texts.h).
//
// RoCE data goes by DSCP 26 to priority 3, its congestion notifications by 48 to 6, all else to 0.
// There is no RED in the kernel, so what marks is a rate: packets of the link's MTU beyond 95 % of
// what it carries. In packets, as nft's rates in bytes let a second's worth through before they
// bite; with smaller packets the marks come sooner.
#pragma once

#include <string>

#include "lab/layout.h"

namespace weft {

constexpr std::int64_t roce_dscp = 26, roce_priority = 3, cnp_dscp = 48, cnp_priority = 6;

// For `nft -f -` on a switch: the whole table, and each of its two chains anew.
std::string qos_table(const LabOptions& options, const LabNode& node);
std::string dscp_rules(std::int64_t priority_of_roce);
std::string ecn_rules(const LabOptions& options, const LabNode& node, bool marks);

}  // namespace weft

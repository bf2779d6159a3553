// Spraying on paper: every packet of a flow takes another way. Pure.
//
// The kernel has no such mode, so nft numbers the packets that a switch forwards, 1 to 12, a rule
// leads each number to a table of its own, and that table has one of the equal ways to each prefix:
// so many of the tables as is its share. Where a table has nothing for a packet, as when its way
// has just gone, the switch's ordinary routes take it. Facts: measured on Linux 6.18.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/json.h"

namespace weft {

constexpr std::size_t spray_shares = 12;  // of 1, 2, 3, 4 and 6 ways all get the same

// For `nft -f -` on a switch: numbering on, and off again.
std::string spray_marks();
std::string no_spray_marks();

// For `ip -batch -`: the rules, once.
std::string spray_rules();

// "10.1.2.0/31 table 201": "via 169.254.0.1 dev swp33s0 onlink".
using SprayWays = std::map<std::string, std::string>;

// `routes` are the switch's own (`ip -j -4 route`), `weights` what its ports carry; those that it
// does not have count as 1.
SprayWays spray_ways(const Json& routes, const std::map<std::string, double>& weights);

// For `ip -force -batch -`: from the ways that were to those that are. All of them are said again,
// as the kernel may have dropped some of its own.
std::string spray_batch(const SprayWays& before, const SprayWays& now);

// Bits a second of "class htb 1:1 root rate 100Mbit ...", as `tc class show dev PORT` prints it; 0
// where there is none.
double shaped_rate(std::string_view classes);

}  // namespace weft

// What the members of a collective put in and must get out, so that every element of every result
// can be checked at the speed of memory.
//
// Element i of member r is a small number that a hash draws from (r, i mod period); so any
// combination over members repeats with the same period, and a whole result is checked by comparing
// it with one period again and again. The numbers are small enough for sums of floats to be exact
// up to a million members, and for products up to 32,768; integers wrap alike on both sides.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "model/collective.h"

namespace weft {

constexpr std::size_t element_period = 1021;  // a prime: no block size of a program divides it

// One period of a member's input, and of all members' inputs combined.
std::string elements_of(DataType type, Reduction reduction, std::uint32_t member);
std::string elements_combined(DataType type, Reduction reduction, std::uint32_t members);

// Writes `count` elements, the first of which is element `from` of the periodic sequence.
void write_elements(std::byte* at, std::size_t count, std::size_t from, const std::string& period,
                    DataType type);
// How many of them are not those.
std::int64_t wrong_elements(const std::byte* at, std::size_t count, std::size_t from,
                            const std::string& period, DataType type);

// Combines `count` elements: into[i] = into[i] (reduction) from[i].
void combine_elements(std::byte* into, const std::byte* from, std::size_t count, DataType type,
                      Reduction reduction);

}  // namespace weft

// A PNG file in memory: one byte a pixel, an index into a palette.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reports/grid.h"

namespace weft {

// `pixels` has width * height entries, all below palette.size() (at most 256). `clear` is the index
// of the transparent colour, -1 for none. "" when libpng refuses (it ran out of memory).
std::string png(std::size_t width, std::size_t height, std::span<const std::uint8_t> pixels,
                std::span<const Rgb> palette, int clear);

}  // namespace weft

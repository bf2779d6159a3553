// Matrices of pairs as numbers and colours; see grid.h.

#include "reports/grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/text.h"

namespace weft {
namespace {

bool there(float value) { return value >= 0 && std::isfinite(value); }

constexpr std::int64_t max_rows = 1 << 16;

}  // namespace

Result<Grid> grid_of(const Matrix& matrix) {
  if (matrix.rows < 0 || matrix.rows > max_rows)
    return fail(fmt::format("{} rows cannot be drawn", matrix.rows));
  const auto bytes = from_base64(matrix.data);
  if (!bytes) return fail("its data is not base64");
  const auto rows = static_cast<std::size_t>(matrix.rows);
  if (bytes->size() != rows * rows * sizeof(float))
    return fail(fmt::format("{} rows need {} bytes, its data has {}", rows,
                            rows * rows * sizeof(float), bytes->size()));
  Grid grid{rows, std::vector<float>(rows * rows)};
  static_assert(std::endian::native == std::endian::little, "the data is little-endian");
  if (!bytes->empty()) std::memcpy(grid.cells.data(), bytes->data(), bytes->size());
  for (float& cell : grid.cells)
    if (!there(cell)) cell = -1;
  return grid;
}

GridFacts facts_of(const Grid& grid) {
  GridFacts facts;
  facts.low = std::numeric_limits<float>::max();
  for (std::size_t row = 0; row < grid.rows; ++row)
    for (std::size_t column = 0; column < grid.rows; ++column) {
      const float value = grid.at(row, column);
      if (value < 0) {
        facts.missing += row != column;
        continue;
      }
      ++facts.measured;
      facts.has_diagonal |= row == column;
      facts.low = std::min(facts.low, value);
      facts.high = std::max(facts.high, value);
    }
  if (facts.measured == 0) facts.low = 0;
  return facts;
}

Grid shrunk(const Grid& grid, std::size_t factor, bool lower_is_better) {
  const std::size_t rows = (grid.rows + factor - 1) / factor;
  Grid out{rows, std::vector<float>(rows * rows, -1)};
  std::vector<std::int32_t> majority(rows * rows, 0);  // measured less missing pairs
  for (std::size_t row = 0; row < grid.rows; ++row)
    for (std::size_t column = 0; column < grid.rows; ++column) {
      const float value = grid.at(row, column);
      const std::size_t block = row / factor * rows + column / factor;
      float& worst = out.cells[block];
      if (value < 0)
        majority[block] -= row != column;
      else
        ++majority[block];
      if (value >= 0 && (worst < 0 || (lower_is_better ? value > worst : value < worst)))
        worst = value;
    }
  for (std::size_t block = 0; block < majority.size(); ++block)
    if (majority[block] <= 0) out.cells[block] = -1;
  return out;
}

ColourScale::ColourScale(const GridFacts& facts, std::span<const double> also, bool lower_is_better)
    : low_(facts.low), high_(facts.high), reversed_(lower_is_better) {
  for (const double value : also) {
    if (!(value > 0) || !std::isfinite(value)) continue;
    low_ = facts.measured > 0 ? std::min(low_, value) : value;
    high_ = std::max(high_, value);
  }
  log_ = low_ > 0 && high_ / low_ > 20;
  if (!(high_ > low_)) {  // one value only: a span around it, so that it has a colour
    low_ = low_ * 0.95;
    high_ = high_ > 0 ? high_ * 1.05 : 1;
  }
}

double ColourScale::position(double value) const {
  if (log_) return std::log(std::max(value, low_ / 2) / low_) / std::log(high_ / low_);
  return (value - low_) / (high_ - low_);
}

double ColourScale::value_at(double position) const {
  if (log_) return low_ * std::pow(high_ / low_, position);
  return low_ + position * (high_ - low_);
}

int ColourScale::level(double value) const {
  const double place = std::clamp(position(value), 0.0, 1.0);
  const int level = std::min(levels - 1, static_cast<int>(place * levels));
  return reversed_ ? levels - 1 - level : level;
}

Rgb mako(double position) {
  static constexpr Rgb anchors[] = {{0x0B, 0x04, 0x05}, {0x23, 0x15, 0x26}, {0x35, 0x26, 0x4C},
                                    {0x40, 0x3A, 0x75}, {0x3D, 0x52, 0x96}, {0x36, 0x6D, 0xA0},
                                    {0x34, 0x87, 0xA6}, {0x35, 0xA1, 0xAB}, {0x43, 0xBB, 0xAD},
                                    {0x6C, 0xD3, 0xAD}, {0xAD, 0xE3, 0xC0}, {0xDE, 0xF5, 0xE5}};
  const double place = std::clamp(position, 0.0, 1.0) * 11;
  const int from = std::min(10, static_cast<int>(place));
  const auto mix = [&](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(std::lround(a + (b - a) * (place - from)));
  };
  const Rgb a = anchors[from], b = anchors[from + 1];
  return {mix(a.r, b.r), mix(a.g, b.g), mix(a.b, b.b)};
}

std::string hex(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.r, colour.g, colour.b);
}

}  // namespace weft

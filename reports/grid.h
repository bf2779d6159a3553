// A matrix of pairs, ready to draw: its numbers, what they span, and a colour level for each cell.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/run.h"

namespace weft {

// Row = sender, column = receiver. A cell below 0 (or not a number) was not measured.
struct Grid {
  std::size_t rows = 0;
  std::vector<float> cells;  // rows * rows

  float at(std::size_t row, std::size_t column) const { return cells[row * rows + column]; }
};

// Error: what is wrong with the matrix (not base64, another size than rows say), without a place.
Result<Grid> grid_of(const Matrix& matrix);

struct GridFacts {
  std::size_t measured = 0;
  std::size_t missing = 0;    // off the diagonal
  bool has_diagonal = false;  // some endpoint was measured against itself
  float low = 0, high = 0;    // of the measured cells
};
GridFacts facts_of(const Grid& grid);

// Each block of `factor` x `factor` cells as one: its worst value, so that one slow pair stays
// seen; missing where at least half of its pairs are.
Grid shrunk(const Grid& grid, std::size_t factor, bool lower_is_better);

// Values to levels 0 (bad end) .. levels-1 (good end), linear or, over a wide span, logarithmic.
class ColourScale {
 public:
  static constexpr int levels = 64;
  // The span covers the cells and, where there is one, the expectation and the limit: so a healthy
  // fabric is evenly bright and small noise is not blown up to the whole scale.
  ColourScale(const GridFacts& facts, std::span<const double> also, bool lower_is_better);

  int level(double value) const;
  double value_at(double position) const;  // 0 = left end of the legend (smallest value), 1 = right
  double position(double value) const;     // the inverse, not clamped
  bool logarithmic() const { return log_; }
  double low() const { return low_; }
  double high() const { return high_; }
  bool reversed() const { return reversed_; }  // small values are the good ones

 private:
  double low_ = 0, high_ = 1;
  bool log_ = false, reversed_ = false;
};

struct Rgb {
  std::uint8_t r, g, b;
};
// Mako (Waskom, seaborn), from black to pale mint: even in lightness, so safe for colour-blind
// readers and still ordered when printed in grey; what is good stays pale, so that a slow pair
// stands out.
Rgb mako(double position);
std::string hex(Rgb colour);  // "#440154"

}  // namespace weft

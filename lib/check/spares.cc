// Shortest augmenting paths with potentials, as in every textbook; see spares.h.

#include "check/spares.h"

#include <limits>

namespace weft {
namespace {

using Prices = std::vector<std::vector<std::int64_t>>;

// Rows and columns count from 1; 0 is where a path begins.
class Matcher {
 public:
  Matcher(const Prices& prices, std::size_t rows, std::size_t columns, bool turned)
      : prices_(prices),
        turned_(turned),
        row_value_(rows + 1),
        column_value_(columns + 1),
        row_of_(columns + 1) {}

  std::vector<std::size_t> run() {
    for (std::size_t row = 1; row < row_value_.size(); ++row) place(row);
    return row_of_;
  }

 private:
  std::int64_t price(std::size_t row, std::size_t column) const {
    return turned_ ? prices_[column - 1][row - 1] : prices_[row - 1][column - 1];
  }

  void place(std::size_t row) {
    const std::size_t n = column_value_.size();
    std::vector<std::int64_t> least(n, std::numeric_limits<std::int64_t>::max());
    std::vector<std::size_t> before(n, 0);
    std::vector<bool> done(n, false);
    row_of_[0] = row;
    std::size_t at = 0;
    while (row_of_[at] != 0) {
      done[at] = true;
      at = nearest(at, least, before, done);
    }
    for (; at != 0; at = before[at]) row_of_[at] = row_of_[before[at]];
  }

  std::size_t nearest(std::size_t at, std::vector<std::int64_t>& least,
                      std::vector<std::size_t>& before, const std::vector<bool>& done) {
    std::size_t next = 0;
    std::int64_t step = std::numeric_limits<std::int64_t>::max();
    for (std::size_t c = 1; c < least.size(); ++c) {
      if (done[c]) continue;
      const std::int64_t now = price(row_of_[at], c) - row_value_[row_of_[at]] - column_value_[c];
      if (now < least[c]) least[c] = now, before[c] = at;
      if (least[c] < step) step = least[c], next = c;
    }
    for (std::size_t c = 0; c < least.size(); ++c) {
      if (done[c])
        row_value_[row_of_[c]] += step, column_value_[c] -= step;
      else
        least[c] -= step;
    }
    return next;
  }

  const Prices& prices_;
  const bool turned_;
  std::vector<std::int64_t> row_value_, column_value_;
  std::vector<std::size_t> row_of_;
};

}  // namespace

std::vector<std::int32_t> cheapest_match(const Prices& prices) {
  std::vector<std::int32_t> out(prices.size(), -1);
  if (prices.empty() || prices.front().empty()) return out;
  const std::size_t rows = prices.size(), columns = prices.front().size();
  const bool turned = rows > columns;  // the fewer are placed one by one
  const auto row_of =
      Matcher(prices, turned ? columns : rows, turned ? rows : columns, turned).run();
  for (std::size_t c = 1; c < row_of.size(); ++c) {
    if (row_of[c] == 0) continue;
    const std::size_t row = turned ? c - 1 : row_of[c] - 1;
    out[row] = std::int32_t(turned ? row_of[c] - 1 : c - 1);
  }
  return out;
}

}  // namespace weft

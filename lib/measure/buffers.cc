// See buffers.h.

#include "measure/buffers.h"

#include <algorithm>

namespace weft {

Result<Memory*> Buffers::take(std::size_t bytes) {
  const auto fits = [&](const auto& block) { return block->size() >= bytes; };
  const auto free = blocks_.begin() + static_cast<std::ptrdiff_t>(taken_);
  auto best = std::ranges::min_element(free, blocks_.end(), {}, [&](const auto& block) {
    return std::pair(!fits(block), block->size());
  });
  if (best == blocks_.end()) {
    WEFT_TRY(auto block, make_(bytes));
    blocks_.push_back(std::move(block));
    best = blocks_.end() - 1;
  } else if (!fits(*best)) {
    best->reset();  // first, so that both are never held together
    auto block = make_(bytes);
    if (!block) {
      blocks_.erase(best);
      return Failure(block.error());
    }
    *best = std::move(*block);
  }
  std::iter_swap(best, blocks_.begin() + static_cast<std::ptrdiff_t>(taken_));
  return blocks_[taken_++].get();
}

std::size_t Buffers::size() const {
  std::size_t all = 0;
  for (const auto& block : blocks_) all += block->size();
  return all;
}

}  // namespace weft

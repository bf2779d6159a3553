// The blocks of memory that a member keeps from round to round: fresh pages cost more than a short
// round lasts.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "measure/seams.h"

namespace weft {

class Buffers {
 public:
  explicit Buffers(MakeMemory make) : make_(make) {}

  // A block of at least `bytes`, what it holds is left from earlier: the smallest free one that
  // fits, or a new one, for which a free one that is too small is given back. It stays where it is
  // until release(). Error: no memory.
  Result<Memory*> take(std::size_t bytes);

  // Every block is free again; no operation may use one any more.
  void release() { taken_ = 0; }

  std::size_t size() const;  // bytes, free and taken

 private:
  MakeMemory make_;
  std::vector<std::unique_ptr<Memory>> blocks_;  // the first `taken_` are in use
  std::size_t taken_ = 0;
};

}  // namespace weft

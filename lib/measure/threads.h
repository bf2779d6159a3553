// A group of threads in one process and a transport that copies between them: the real measuring
// loop without a launcher and without a network.
#pragma once

#include <functional>
#include <memory>

#include "measure/seams.h"

namespace weft {

class ThreadJob {
 public:
  explicit ThreadJob(std::uint32_t size);
  ~ThreadJob();
  std::unique_ptr<Group> group(std::uint32_t rank);
  std::unique_ptr<Transport> transport(std::uint32_t rank);

  // For tests of what goes wrong: called on each delivered message, may change it.
  using Touch = std::function<void(std::uint32_t source, std::uint32_t target, std::byte* data,
                                   std::size_t size)>;
  void touch(Touch touch);

 private:
  struct Shared;
  class ThreadGroup;
  class NullTransport;
  std::shared_ptr<Shared> shared_;
};

}  // namespace weft

// Writing a site folder from live machines: each is asked what the collectors ask, and its answers
// are kept as they came. Several at once, each read with its own time limit.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "observe/observe.h"

namespace weft {

struct CollectTarget {
  std::string name;  // of its folder
  std::function<Result<std::unique_ptr<Host>>()> open;
};

struct Collected {
  std::string name;
  bool reached = false;        // at least one read gave an answer
  std::size_t neighbours = 0;  // heard by it
  bool has_neighbours = false;
  std::vector<Gap> gaps;
  std::vector<std::string> warnings;
};

// One result per target, in their order. `done` is told each as it ends, one at a time. Error: the
// folder cannot be written.
Result<std::vector<Collected>> collect_site(const std::vector<CollectTarget>& targets,
                                            const fs::path& out, std::size_t at_once,
                                            const std::function<void(const Collected&)>& done);

}  // namespace weft

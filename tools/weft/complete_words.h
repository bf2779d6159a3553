// What may come next on a command line: the part of completion that every shell shares.
#pragma once

#include <string>
#include <vector>

#include "help.h"

namespace weft {

struct Completion {
  std::vector<std::string> words;  // whole words, sorted; those that begin as the last word does
  bool files = false;              // names of files fit here too
};

// `line`: the words after `weft`; the last one is being typed, and may be empty.
Completion complete_words(const std::vector<std::string>& line);

}  // namespace weft

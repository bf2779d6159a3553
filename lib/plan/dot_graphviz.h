// What Graphviz itself makes of a DOT file, through libcgraph, as a second opinion: ptmd and Air
// read plans with it, so a plan that it reads differently is a plan that is checked differently.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

struct GraphvizOpinion {
  bool read = false;
  std::vector<std::string> said;   // its warnings and errors, one text each; its line numbers are
                                   // off where a number runs into a name, so they are not used
  std::vector<std::string> nodes;  // sorted
  std::size_t edges = 0;
};

// `text` must be one that parse_dot took without a fault: libcgraph multiplies groups out and
// recurses, and is not asked about text that could make it do so without end.
GraphvizOpinion ask_graphviz(const std::string& text);

}  // namespace weft

// DOT as a graph with places: what the statements say, before it becomes a plan.
//
// Mistakes do not stop it: the rest of the line is left out and said. An edge to `{ ... }` is kept
// with its members, because Graphviz drops their ports in silence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/builder.h"

namespace weft {

struct DotAttribute {
  std::string key, value;
  std::uint32_t line = 0;
};
using DotAttributes = std::vector<DotAttribute>;

struct DotEnd {
  std::string node;
  std::string port;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  bool lone = false;  // in braces and not an end of a link in there
};

struct DotEdge {
  std::vector<DotEnd> a, b;  // one end each, or the members of a group
  bool a_grouped = false, b_grouped = false;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  DotAttributes attributes = {};
};

struct DotNode {
  DotEnd end;  // with a port: a statement that most likely misses its `--`
  DotAttributes attributes = {};
};

struct DotGraph {
  std::string name;
  bool strict = false;
  bool directed = false;
  std::uint32_t strict_line = 0;
  DotAttributes attributes = {};
  std::vector<DotNode> nodes;
  std::vector<DotEdge> edges;
  double graphviz_edges = 0;  // how many Graphviz would make, groups multiplied out
  bool broken = false;        // Graphviz would refuse the file
};

// Faults and warnings about the text go to `out`. The graph holds what could be read.
DotGraph parse_dot(std::string_view text, PlanBuilder& out);

}  // namespace weft

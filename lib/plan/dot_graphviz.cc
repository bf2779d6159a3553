// libcgraph behind one function: its messages are caught, its global scanner is locked.

#include "plan/dot_graphviz.h"

#include <graphviz/cgraph.h>

#include <algorithm>
#include <mutex>

#include "base/text.h"

namespace weft {
namespace {

// libcgraph's error hook has no argument for us and its scanner is global: one reader at a time.
std::mutex graphviz_lock;
std::string* graphviz_says = nullptr;

int hear(char* message) {
  if (graphviz_says != nullptr && graphviz_says->size() < 10'000) *graphviz_says += message;
  return 0;
}

}  // namespace

GraphvizOpinion ask_graphviz(const std::string& text) {
  GraphvizOpinion opinion;
  std::string said;
  const std::lock_guard lock(graphviz_lock);
  graphviz_says = &said;
  const agusererrf before = agseterrf(hear);
  const agerrlevel_t level = agseterr(AGWARN);
  agsetfile(nullptr);
  if (Agraph_t* graph = agmemread(text.c_str()); graph != nullptr) {
    opinion.read = true;
    opinion.edges = static_cast<std::size_t>(agnedges(graph));
    for (Agnode_t* node = agfstnode(graph); node != nullptr; node = agnxtnode(graph, node))
      opinion.nodes.emplace_back(agnameof(node));
    agclose(graph);
  }
  agseterr(level);
  agseterrf(before);
  graphviz_says = nullptr;
  std::sort(opinion.nodes.begin(), opinion.nodes.end());
  for (const std::string_view line : lines(said))
    if (!trim(line).empty()) opinion.said.emplace_back(trim(line));
  return opinion;
}

}  // namespace weft

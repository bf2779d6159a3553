// A site folder: one folder per node as host.h describes it, and loose files `<node>.lldp.json`.
#pragma once

#include <string>
#include <vector>

#include "observe/observe.h"

namespace weft {

struct LooseFile {
  std::string node;
  fs::path file;
};

// Every node of the folder. A node that cannot be read is a gap; the others go on. Error: no
// folder, or one in which no node is found.
Result<Snapshot> observe_site(const fs::path& site, std::span<const std::string_view> only = {});

// One file, of whichever kind its content is: lldpctl, NVUE, FRR, ip, or a table in CSV with the
// columns port, link, neighbour. What it says is added to the node of that name.
void observe_file(const LooseFile& loose, Snapshot& into);

// The node that a loose file is of, by its name: the longest part between dots that is one of
// `names` ("dx.r2-leaf.lldp.json" is of r2-leaf), else the last part that is no suffix.
std::string node_of_file(const fs::path& file, const std::vector<std::string>& names);

// Site folders and loose files (FILE or NODE=FILE) together. `names`: the plan's devices, none
// without a plan. Error: a folder that cannot be read, a FILE that is of no device of the plan.
Result<Snapshot> observe_all(const std::vector<std::string>& sites,
                             const std::vector<std::string>& files,
                             const std::vector<std::string>& names);

// What could not be seen while a node was collected, as a file of its folder (`not_seen.txt`): a
// line each, "what: why". Written by `weft collect`, read back by observe_site.
std::string not_seen_text(const std::vector<Gap>& gaps);

// Puts what one node's reading gave into the snapshot, joined with what is known of that node.
void add_node(NodeState node, Notes notes, Snapshot& into);

}  // namespace weft

// Neighbours from NVUE, for a switch on which lldpctl was not asked or did not answer.

#include "observe/nvue.h"

namespace weft::collectors {
namespace {

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {
      {{"nv", "show", "interface", "lldp-detail", "-o", "json"},
       {"nv show interface lldp", "nv show interface --view=lldp -o json", "nvue lldp"}}};
  if (!node.neighbours)
    collect_first(host, requests, "LLDP neighbours from NVUE", parse_nvue_interfaces, node, notes);
}

}  // namespace

extern const Collector nvue_lldp = {"LLDP neighbours as NVUE shows them", parse_nvue_interfaces,
                                    collect};

}  // namespace weft::collectors

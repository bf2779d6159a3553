// State of every interface from NVUE, with the neighbours that this view carries.

#include "observe/nvue.h"

namespace weft::collectors {
namespace {

void collect(Host& host, NodeState& node, Notes& notes) {
  static const Request requests[] = {
      {{"nv", "show", "interface", "-o", "json"}, {"nvue interface", "interfaces nvue"}}};
  collect_first(host, requests, "interfaces from NVUE", parse_nvue_interfaces, node, notes);
}

}  // namespace

extern const Collector nvue_interface = {"Interfaces as NVUE shows them", parse_nvue_interfaces,
                                         collect};

}  // namespace weft::collectors

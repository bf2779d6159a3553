// BGP left at one path: the other uplinks carry nothing.

#include "twin_fault/twin_fault.h"

namespace weft::twin_faults {
namespace {

void put(TwinState& state, const std::vector<TwinEnd>& places) {
  state.nodes[std::size_t(places[0].node)].one_way_only = true;
}

}  // namespace

extern const TwinFault one_way_only = {
    .title = "BGP uses one path",
    .about = "maximum-paths is 1 on this switch: each prefix has one next hop.",
    .place = TwinPlace::wide_switch,
    .places = 1,
    .expects = {{"ecmp_width", Verdict::fail, true}},
    .source = "case fr-h03; reference facts 5.6",
    .put = put};

}  // namespace weft::twin_faults

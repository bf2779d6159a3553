// All-to-all; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec all_to_all = collective(
    Collective::all_to_all, "All-to-all",
    "Everybody sends another block to everybody: experts' tokens; loads the middle of the "
    "fabric most.");

}  // namespace weft::patterns

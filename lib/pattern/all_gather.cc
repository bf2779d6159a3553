// All-gather; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec all_gather =
    collective(Collective::all_gather, "All-gather",
               "Everybody ends with everybody's block: weights before a sharded layer.");

}  // namespace weft::patterns

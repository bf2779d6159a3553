// Gather; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec gather =
    collective(Collective::gather, "Gather", "Everybody's block to one member: an incast.");

}  // namespace weft::patterns

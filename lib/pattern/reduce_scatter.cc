// Reduce-scatter; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec reduce_scatter =
    collective(Collective::reduce_scatter, "Reduce-scatter",
               "Everybody ends with its block of the sum of all vectors: gradients after a sharded "
               "layer.");

}  // namespace weft::patterns

// Hypercube; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec hypercube =
    collective(Collective::hypercube, "Hypercube",
               "An all-gather by exchanges at distance 1, 2, 4, ...: each step crosses the fabric "
               "further. Needs 2, 4, 8, ... members.");

}  // namespace weft::patterns

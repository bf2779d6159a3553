// Scatter; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec scatter =
    collective(Collective::scatter, "Scatter", "Another block from one member to everybody.");

}  // namespace weft::patterns

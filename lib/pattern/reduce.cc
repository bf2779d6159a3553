// Reduce; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec reduce =
    collective(Collective::reduce, "Reduce", "The sum of everybody's vector to one member.");

}  // namespace weft::patterns

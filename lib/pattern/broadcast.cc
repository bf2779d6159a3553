// Broadcast; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec broadcast =
    collective(Collective::broadcast, "Broadcast", "One member's vector to everybody.");

}  // namespace weft::patterns

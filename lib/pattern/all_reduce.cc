// All-reduce; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec all_reduce =
    collective(Collective::all_reduce, "All-reduce",
               "Everybody ends with the sum of everybody's vector: the gradients of data-parallel "
               "training.");

}  // namespace weft::patterns

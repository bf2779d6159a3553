// Send-receive; sizes and bus bandwidth: model/collective.h.

#include "pattern/collective.h"

namespace weft::patterns {

extern const PatternSpec send_receive =
    collective(Collective::send_receive, "Send-receive",
               "Everybody sends to the next member and receives from the one before: pipeline "
               "stages.");

}  // namespace weft::patterns

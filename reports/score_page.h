// The score of Weft against faults in the twin, as one offline page.
#pragma once

#include "model/score.h"
#include "reports/report.h"

namespace weft {

void write_score_page(const Score& score, const TextSink& sink);

}  // namespace weft

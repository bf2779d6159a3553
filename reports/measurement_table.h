// The table of measurements for a terminal: one row a judgement.
#pragma once

#include "model/run.h"
#include "reports/text_lines.h"

namespace weft {

void write_measurement_table(TextLines& out, const Run& run);

}  // namespace weft

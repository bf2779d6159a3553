// One measurement as a strip: where its interval lies between zero, the limit and the expectation.
#pragma once

#include <string>

#include "model/run.h"

namespace weft {

// An inline SVG with a title; "" when nothing was measured.
std::string html_strip(const Judgement& judgement);

}  // namespace weft

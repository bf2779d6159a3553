// The page's own source, reports/html/*, as CMake builds it in.
#pragma once

#include <string_view>

namespace weft {

std::string_view page_style();   // page.css
std::string_view page_shapes();  // shapes.svg: one symbol a verdict

}  // namespace weft

// The version of this program, from CMakeLists.txt.
#pragma once

#include <string_view>

namespace weft {
std::string_view version();
}

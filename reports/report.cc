// What all formats share of their interface; see report.h.

#include "reports/report.h"

namespace weft {

std::string render(const ReportFormat& format, const Run& run, const TextStyle& style) {
  std::string out;
  format.write(run, style, [&](std::string_view chunk) { out += chunk; });
  return out;
}

}  // namespace weft

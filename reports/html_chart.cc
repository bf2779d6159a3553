// The strip of one measurement; see html_chart.h.

#include "reports/html_chart.h"

#include <fmt/format.h>

#include <algorithm>

#include "reports/html_page.h"
#include "reports/words.h"

namespace weft {
namespace {

constexpr double width = 600, top = 6, height = 20, middle = top + height / 2;

struct Strip {
  double span;  // the value at the right end; the left end is 0
  double x(double value) const { return std::clamp(value / span, 0.0, 1.0) * width; }
};

std::string limits(const Judgement& j, const Strip& strip, const NumberScale& scale) {
  if (!judged(j)) return "";
  const double limit = strip.x(j.baseline.floor);
  const bool low = lower_is_better(j.unit);
  return fmt::format(
      "<rect class=\"fine\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\"/>"
      "<path class=\"limit\" d=\"M{:.1f} {}v{}\"><title>limit {}</title></path>"
      "<path class=\"expected\" d=\"M{:.1f} {}v{}\"><title>expected {}</title></path>",
      low ? 0 : limit, top, low ? limit : width - limit, height, limit, top - 5, height + 10,
      html_value(scale, j.baseline.floor), strip.x(j.baseline.expected), top, height,
      html_value(scale, j.baseline.expected));
}

std::string marks(const Judgement& j, const Strip& strip, const NumberScale& scale) {
  std::string out;
  if (j.worst_window) {
    const double x = strip.x(*j.worst_window);
    out += fmt::format(
        "<path class=\"window\" d=\"M{:.1f} {}l4.5 4.5-4.5 4.5-4.5-4.5z\"><title>worst "
        "window {}</title></path>",
        x, middle - 4.5, html_value(scale, *j.worst_window));
  }
  if (j.worst)
    out += fmt::format(
        "<circle class=\"worst\" cx=\"{:.1f}\" cy=\"{}\" r=\"4.5\"><title>worst flow {}"
        "</title></circle>",
        strip.x(*j.worst), middle, html_value(scale, *j.worst));
  const double low = strip.x(j.summary.low), high = strip.x(j.summary.high);
  out += fmt::format(
      "<rect class=\"interval\" x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"8\" "
      "rx=\"2\"/><path class=\"median\" d=\"M{:.1f} {}v16\"><title>median {}</title>"
      "</path>",
      low, middle - 4, std::max(1.0, high - low), strip.x(j.summary.median), middle - 8,
      html_value(scale, j.summary.median));
  return out;
}

}  // namespace

std::string html_strip(const Judgement& j) {
  if (!measured(j)) return "";
  double span = std::max(j.summary.median, j.summary.high);
  if (judged(j)) span = std::max({span, j.baseline.expected, j.baseline.floor});
  if (j.worst) span = std::max(span, *j.worst);
  if (j.worst_window) span = std::max(span, *j.worst_window);
  if (!(span > 0)) return "";
  const Strip strip{span * 1.04};
  const NumberScale scale = scale_of(j);
  return fmt::format(
      "<svg class=\"strip {}\" viewBox=\"-6 0 {} 38\" role=\"img\"><title>From 0 to {}"
      "</title><path class=\"axis\" d=\"M0 {}h{}\"/>{}{}<text y=\"35\">0</text><text "
      "x=\"{}\" y=\"35\" text-anchor=\"end\">{}</text></svg>\n",
      word(j.verdict), width + 12, html_value(scale, strip.span), middle, width,
      limits(j, strip, scale), marks(j, strip, scale), width, html_value(scale, strip.span));
}

}  // namespace weft

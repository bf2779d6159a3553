// Names, scale, frame, axes and legend of a heat map; see heatmap_parts.h.

#include "reports/heatmap_parts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "reports/text_lines.h"

namespace weft {
namespace {

constexpr double character = 6.3;  // about the width of one at the labels' size of 11 px

Label label_of(std::string_view name) {
  constexpr std::size_t most = 22;
  const std::string brief = shortened(visible(name), most, "…");
  return {html_text(name), escape_html(brief), static_cast<double>(width_of(brief)) * character};
}

std::vector<Label> labels_of(const Run& run, const Matrix& matrix) {
  const auto& endpoints = run.layout.endpoints;
  const auto rows = static_cast<std::size_t>(matrix.rows);
  const auto record = std::ranges::find_if(
      run.steps, [&](const StepRecord& r) { return r.step.id == matrix.step; });
  const bool by_member = record != run.steps.end() && record->members.size() == rows;
  std::vector<Label> labels;
  labels.reserve(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t at = endpoints.size() == rows ? i
                           : by_member              ? record->members[i]
                                                    : endpoints.size();
    labels.push_back(
        label_of(at < endpoints.size() ? endpoints[at].text() : fmt::format("row {}", i)));
  }
  return labels;
}

// Every which row has a label, so that labels stand at least 12 units apart.
std::size_t label_step(double cell) {
  return static_cast<std::size_t>(std::max(1.0, std::ceil(12 / cell)));
}

// Labels above the columns lean where there is room, which reads better, else stand upright.
double lean(double cell) { return cell >= 16 ? 45 : 90; }

}  // namespace

std::string HeatmapView::colour(float value) const {
  return hex(mako(static_cast<double>(colours.level(value)) / (ColourScale::levels - 1)));
}

HeatmapView heatmap_view(const Run& run, const Matrix& matrix, Grid grid) {
  std::vector<double> limits, expectations, also;
  for (const Judgement& j : run.judgements) {
    if (j.step != matrix.step || j.size != matrix.size || !judged(j)) continue;
    limits.push_back(j.baseline.floor);
    expectations.push_back(j.baseline.expected);
  }
  std::ranges::sort(limits);
  limits.erase(std::unique(limits.begin(), limits.end()), limits.end());
  also = limits;
  also.insert(also.end(), expectations.begin(), expectations.end());
  const GridFacts facts = facts_of(grid);
  const bool lower = lower_is_better(matrix.unit);
  const ColourScale colours(facts, also, lower);
  return {matrix,
          std::move(grid),
          facts,
          lower,
          labels_of(run, matrix),
          std::move(limits),
          std::move(expectations),
          colours,
          scale_of(matrix.unit, facts.high)};
}

PlotFrame frame_of(const HeatmapView& view, bool separate_cells) {
  PlotFrame frame;
  const auto rows = static_cast<double>(view.grid.rows);
  frame.cell = separate_cells ? std::clamp(std::floor(460 / rows), 9.0, 40.0)
                              : (rows > 256 ? 720 : 480) / rows;
  frame.gap = separate_cells ? frame.cell >= 20 ? 2 : 1 : 0;
  frame.side = frame.cell * rows;
  double longest = 0;
  for (const Label& label : view.labels) longest = std::max(longest, label.width);
  const double angle = lean(frame.cell) * std::numbers::pi / 180;
  frame.left = 24 + longest + 6;
  frame.top = 24 + longest * std::sin(angle) + 10;
  frame.width = frame.left + frame.side + std::max(4.0, longest * std::cos(angle));
  frame.height = frame.top + frame.side + 4;
  return frame;
}

std::string caption_of(const HeatmapView& view) {
  const std::size_t pairs = view.facts.measured + view.facts.missing;
  std::string out =
      fmt::format("<b>{}</b>, each pair: {} of {} measured, from {} to {}.", text(view.matrix.size),
                  thousands(static_cast<std::int64_t>(view.facts.measured)),
                  thousands(static_cast<std::int64_t>(pairs)), view.number(view.facts.low),
                  view.number(view.facts.high));
  if (view.facts.missing > 0)
    out += fmt::format(" <span class=\"absent\">{} not measured.</span>",
                       thousands(static_cast<std::int64_t>(view.facts.missing)));
  return out;
}

void write_axes(HtmlPage& page, const HeatmapView& view, const PlotFrame& frame) {
  page.add(
      "<text class=\"axis-title\" x=\"{:.4g}\" y=\"12\">receiver →</text>\n<text "
      "class=\"axis-title\" "
      "transform=\"translate(12 {:.4g}) rotate(-90)\" text-anchor=\"end\">← sender</text>\n",
      frame.left, frame.top);
  // The cells lie on a light plate, also on a dark page: the darkest colour must stand out.
  page.add("<rect class=\"plate\" x=\"{:.4g}\" y=\"{:.4g}\" width=\"{:.4g}\" height=\"{:.4g}\"/>\n",
           frame.left, frame.top, frame.side, frame.side);
  const std::size_t step = label_step(frame.cell);
  for (std::size_t i = 0; i < view.labels.size(); i += step) {
    const double at = (static_cast<double>(i) + 0.5) * frame.cell;
    page.add(
        "<text x=\"{:.4g}\" y=\"{:.4g}\" dy=\".35em\" "
        "text-anchor=\"end\">{}<title>{}</title></text>\n",
        frame.left - 6, frame.top + at, view.labels[i].brief, view.labels[i].full);
    page.add(
        "<text transform=\"translate({:.4g} {:.4g}) rotate(-{})\" dy=\".35em\">{}<title>{}</title>"
        "</text>\n",
        frame.left + at, frame.top - 6, lean(frame.cell), view.labels[i].brief,
        view.labels[i].full);
  }
}

// Round numbers inside the scale: 1, 2 or 5 times a power of ten, over a wide span every decade.
std::vector<double> ticks_of(const ColourScale& colours) {
  std::vector<double> out;
  if (colours.logarithmic()) {
    for (double decade = std::pow(10, std::floor(std::log10(colours.low())));
         decade <= colours.high(); decade *= 10)
      for (const double factor : {1.0, 3.0})
        if (decade * factor >= colours.low() && decade * factor <= colours.high())
          out.push_back(decade * factor);
    return out;
  }
  const double rough = (colours.high() - colours.low()) / 4;
  const double decade = std::pow(10, std::floor(std::log10(rough)));
  double step = decade;
  for (const double factor : {2.0, 5.0, 10.0})
    if (step < rough * 0.75) step = decade * factor;
  for (double i = std::ceil(colours.low() / step); i * step <= colours.high(); ++i)
    out.push_back(i * step);
  return out;
}

struct LegendFrame {
  static constexpr double left = 24, width = 300;
  double x(double share) const { return left + width * share; }
};

void write_limits(HtmlPage& page, const HeatmapView& view, const LegendFrame& frame) {
  double last = -1;
  for (const double limit : view.limits) {
    const double x = frame.x(view.colours.position(limit));
    page.add("<path class=\"tick\" d=\"M{:.4g} 13v19\"/>", x);
    if (last < 0 || std::abs(x - last) > 44)
      page.add("<text class=\"mark\" x=\"{:.4g}\" y=\"10\" text-anchor=\"middle\">{}</text>\n", x,
               view.lower ? "ceiling" : "floor");
    last = x;
  }
}

void write_legend(HtmlPage& page, const HeatmapView& view, bool hatched, bool each_pair) {
  const ColourScale& colours = view.colours;
  constexpr LegendFrame frame;
  page.add(
      "<svg class=\"legend\" viewBox=\"0 0 {} 52\" role=\"img\" aria-label=\"colour scale in "
      "{}\">\n",
      frame.x(1) + 60, html_text(view.scale.unit));
  constexpr int steps = ColourScale::levels;
  for (int i = 0; i < steps; ++i) {
    const double share = static_cast<double>(i) / (steps - 1);
    page.add("<path fill=\"{}\" d=\"M{:.4g} 18h{:.4g}v12H{:.4g}z\"/>",
             hex(mako(colours.reversed() ? 1 - share : share)), frame.x(1.0 * i / steps),
             frame.width / steps + (i + 1 < steps ? 0.6 : 0), frame.x(1.0 * i / steps));
  }
  page.add("<path class=\"edge\" d=\"M{:.4g} 18h{:.4g}v12h-{:.4g}z\"/>\n", frame.left, frame.width,
           frame.width);
  for (const double value : ticks_of(colours))
    page.add(
        "<path class=\"tick\" d=\"M{0:.4g} 30v4\"/><text x=\"{0:.4g}\" y=\"46\" "
        "text-anchor=\"middle\">{1}</text>",
        frame.x(colours.position(value)), fmt::format("{:.4g}", value / view.scale.factor));
  page.add("<text class=\"mark\" x=\"{}\" y=\"28\">{}</text>\n", frame.x(1) + 10,
           view.scale.unit == "us" ? "µs" : html_text(view.scale.unit));
  write_limits(page, view, frame);
  page.raw("</svg>\n<p class=\"key\">Paler is better");
  if (colours.logarithmic()) page.raw("; the scale is logarithmic");
  page.raw(".");
  if (view.facts.missing > 0)
    page.add(
        " <svg class=\"swatch\" viewBox=\"0 0 16 16\"><rect width=\"16\" height=\"16\" "
        "fill=\"{}\"/></svg> "
        "{}: not measured.",
        hatched ? "url(#hatch)" : "url(#chequer)", hatched ? "Hatched" : "Grey chequer");
  if (!view.facts.has_diagonal && each_pair)
    page.raw(" The diagonal is empty: an endpoint does not send to itself.");
  page.raw("</p>\n");
}

}  // namespace weft

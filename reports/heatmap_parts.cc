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
                           : by_member ? record->members[i] : endpoints.size();
    labels.push_back(label_of(at < endpoints.size() ? endpoints[at].text()
                                                    : fmt::format("row {}", i)));
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
  return hex(viridis(static_cast<double>(colours.level(value)) / (ColourScale::levels - 1)));
}

HeatmapView heatmap_view(const Run& run, const Matrix& matrix, Grid grid) {
  std::vector<double> limits, expectations, also;
  for (const Judgement& j : run.judgements) {
    if (j.step != matrix.step || j.size != matrix.size || !judged(j)) continue;
    limits.push_back(j.baseline.floor);
    expectations.push_back(j.baseline.expected);
  }
  also = limits;
  also.insert(also.end(), expectations.begin(), expectations.end());
  const GridFacts facts = facts_of(grid);
  const bool lower = lower_is_better(matrix.unit);
  const ColourScale colours(facts, also, lower);
  return {matrix, std::move(grid), facts, lower, labels_of(run, matrix), std::move(limits),
          std::move(expectations), colours, scale_of(matrix.unit, facts.high)};
}

Frame frame_of(const HeatmapView& view, bool separate_cells) {
  Frame frame;
  const auto rows = static_cast<double>(view.grid.rows);
  frame.cell = separate_cells ? std::clamp(std::floor(460 / rows), 9.0, 40.0) : 560 / rows;
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
  std::string out = fmt::format(
      "<b>{}</b>, each pair: {} of {} measured, from {} to {}.", text(view.matrix.size),
      thousands(static_cast<std::int64_t>(view.facts.measured)),
      thousands(static_cast<std::int64_t>(pairs)), view.number(view.facts.low),
      view.number(view.facts.high));
  if (view.facts.missing > 0)
    out += fmt::format(" <span class=\"absent\">{} not measured.</span>",
                       thousands(static_cast<std::int64_t>(view.facts.missing)));
  return out;
}

void write_axes(HtmlPage& page, const HeatmapView& view, const Frame& frame) {
  page.add("<text class=\"axis-title\" x=\"{:.4g}\" y=\"12\">receiver →</text>\n<text class=\"axis-title\" "
           "transform=\"translate(12 {:.4g}) rotate(-90)\" text-anchor=\"end\">← sender</text>\n",
           frame.left, frame.top);
  const std::size_t step = label_step(frame.cell);
  for (std::size_t i = 0; i < view.labels.size(); i += step) {
    const double at = (static_cast<double>(i) + 0.5) * frame.cell;
    page.add("<text x=\"{:.4g}\" y=\"{:.4g}\" dy=\".35em\" text-anchor=\"end\">{}<title>{}</title></text>\n",
             frame.left - 6, frame.top + at, view.labels[i].brief, view.labels[i].full);
    page.add("<text transform=\"translate({:.4g} {:.4g}) rotate(-{})\" dy=\".35em\">{}<title>{}</title>"
             "</text>\n", frame.left + at, frame.top - 6, lean(frame.cell), view.labels[i].brief,
             view.labels[i].full);
  }
}

void write_legend(HtmlPage& page, const HeatmapView& view, bool hatched) {
  constexpr double left = 34, width = 300, ticks = 4;
  const ColourScale& colours = view.colours;
  page.add("<svg class=\"legend\" viewBox=\"0 0 {} 56\" role=\"img\" aria-label=\"colour scale in {}\">\n",
           left + width + 66, html_text(view.scale.unit));
  constexpr int steps = ColourScale::levels;
  for (int i = 0; i < steps; ++i) {
    const double share = static_cast<double>(i) / (steps - 1);
    page.add("<path fill=\"{}\" d=\"M{:.4g} 18h{:.4g}v12h-{:.4g}z\"/>",
             hex(viridis(colours.reversed() ? 1 - share : share)), left + width * i / steps,
             width / steps + 0.5, width / steps + 0.5);
  }
  for (int i = 0; i <= ticks; ++i)
    page.add("<path class=\"tick\" d=\"M{0:.4g} 30v4\"/><text x=\"{0:.4g}\" y=\"47\" "
             "text-anchor=\"middle\">{1}</text>", left + width * i / ticks,
             view.scale.number(colours.value_at(i / ticks)));
  page.add("<text x=\"{}\" y=\"47\">{}</text>\n", left + width + 26, html_text(view.scale.unit));
  for (const double limit : view.limits)
    page.add("<path class=\"tick\" d=\"M{0:.4g} 13v19\"/><text class=\"mark\" x=\"{0:.4g}\" y=\"10\" "
             "text-anchor=\"middle\">{1}</text>", left + width * colours.position(limit),
             view.lower ? "ceiling" : "floor");
  page.raw("</svg>\n<p class=\"key\">Brighter is better");
  if (colours.logarithmic()) page.raw("; the scale is logarithmic");
  page.raw(".");
  if (view.facts.missing > 0)
    page.add(" <svg class=\"swatch\" viewBox=\"0 0 16 16\"><rect width=\"16\" height=\"16\" fill=\"{}\"/></svg> "
             "{}: not measured.", hatched ? "url(#hatch)" : "url(#chequer)",
             hatched ? "Hatched" : "Grey chequer");
  if (!view.facts.has_diagonal) page.raw(" The diagonal is empty: an endpoint does not send to itself.");
  page.raw("</p>\n");
}

}  // namespace weft

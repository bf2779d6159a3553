// The picture of the pairs; see heatmap.h.

#include "reports/heatmap.h"

#include <algorithm>

#include "base/text.h"
#include "reports/grid.h"
#include "reports/heatmap_parts.h"
#include "reports/png.h"

namespace weft {
namespace {

constexpr std::size_t most_svg_rows = 64;

std::size_t capped_side(const Matrix& matrix, std::size_t max_side) {
  return static_cast<std::size_t>(
      std::clamp<std::int64_t>(matrix.rows, 0, static_cast<std::int64_t>(max_side)));
}

void write_cells(HtmlPage& page, const HeatmapView& view, const PlotFrame& frame) {
  const Grid& grid = view.grid;
  for (std::size_t row = 0; row < grid.rows; ++row)
    for (std::size_t column = 0; column < grid.rows; ++column) {
      const float value = grid.at(row, column);
      if (value < 0 && row == column && !view.facts.has_diagonal) continue;
      page.add(
          "<rect x=\"{:.4g}\" y=\"{:.4g}\" width=\"{:.4g}\" height=\"{:.4g}\" "
          "fill=\"{}\"><title>{} "
          "→ {}: {}</title></rect>\n",
          frame.left + static_cast<double>(column) * frame.cell,
          frame.top + static_cast<double>(row) * frame.cell, frame.cell - frame.gap,
          frame.cell - frame.gap, value < 0 ? "url(#hatch)" : view.colour(value),
          view.labels[row].full, view.labels[column].full,
          value < 0 ? "not measured" : view.number(value));
    }
}

// Indexes: two greys for cells that are missing, as a chequer; transparent for an empty diagonal.
enum PaletteIndex : std::uint8_t { clear, grey_a, grey_b, first_level };

void write_image(HtmlPage& page, const HeatmapView& view, const Grid& drawn,
                 const PlotFrame& frame) {
  std::vector<Rgb> palette{{0, 0, 0}, {0x90, 0x90, 0x90}, {0xD4, 0xD4, 0xD4}};
  for (int level = 0; level < ColourScale::levels; ++level)
    palette.push_back(mako(static_cast<double>(level) / (ColourScale::levels - 1)));
  std::vector<std::uint8_t> pixels(drawn.cells.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t row = i / drawn.rows, column = i % drawn.rows;
    if (drawn.cells[i] >= 0)
      pixels[i] = static_cast<std::uint8_t>(first_level + view.colours.level(drawn.cells[i]));
    else if (row == column && !view.facts.has_diagonal)
      pixels[i] = clear;
    else
      pixels[i] = (row + column) % 2 == 0 ? grey_a : grey_b;
  }
  const std::string file = png(drawn.rows, drawn.rows, pixels, palette, clear);
  page.add(
      "<image class=\"{}\" x=\"{:.4g}\" y=\"{:.4g}\" width=\"{:.4g}\" height=\"{:.4g}\" "
      "preserveAspectRatio=\"none\" href=\"data:image/png;base64,",
      drawn.rows > 256 ? "fine" : "coarse", frame.left, frame.top, frame.side, frame.side);
  page.raw(base64(std::as_bytes(std::span(file))));
  page.raw("\"/>\n");
}

// The worst pairs by name: a picture of a million pairs has no tooltips.
void write_slowest(HtmlPage& page, const HeatmapView& view, bool lower_is_better) {
  constexpr std::size_t shown = 12;
  std::vector<std::uint32_t> worst;
  for (std::uint32_t i = 0; i < view.grid.cells.size(); ++i)
    if (view.grid.cells[i] >= 0 && i / view.grid.rows != i % view.grid.rows) worst.push_back(i);
  const std::size_t n = std::min(shown, (worst.size() + 3) / 4);
  const auto& cells = view.grid.cells;
  std::partial_sort(worst.begin(), worst.begin() + static_cast<std::ptrdiff_t>(n), worst.end(),
                    [&](std::uint32_t a, std::uint32_t b) {
                      if (cells[a] == cells[b]) return a < b;
                      return lower_is_better ? cells[a] > cells[b] : cells[a] < cells[b];
                    });
  if (n == 0) return;
  page.add("<table class=\"slowest\">\n<caption>{}</caption>\n<tbody>\n",
           n == 1 ? "The slowest pair" : fmt::format("The {} slowest pairs", n));
  for (std::size_t i = 0; i < n; ++i)
    page.add("<tr><th scope=\"row\">{} → {}</th><td class=\"n\">{}</td></tr>\n",
             view.labels[worst[i] / view.grid.rows].full,
             view.labels[worst[i] % view.grid.rows].full, view.number(cells[worst[i]]));
  page.raw("</tbody>\n</table>\n");
}

void write_figure(HtmlPage& page, const HeatmapView& view, const HeatmapBudget& budget) {
  const std::size_t rows = view.grid.rows;
  const bool as_svg = rows <= most_svg_rows && budget.tooltips;
  const std::size_t factor = as_svg ? 1 : (rows + budget.max_side - 1) / budget.max_side;
  const PlotFrame frame = frame_of(view, as_svg);
  page.add("<figure class=\"pairs\">\n<figcaption>{}{}</figcaption>\n", caption_of(view),
           factor > 1 ? fmt::format(" Each point is {0} × {0} pairs: the worst of them, or not "
                                    "measured where half of them were not.",
                                    factor)
                      : "");
  page.raw("<div class=\"beside\"><div class=\"picture\">\n");
  page.add(
      "<svg viewBox=\"0 0 {0:.4g} {1:.4g}\" style=\"width:{0:.4g}px\" role=\"img\" "
      "aria-label=\"pairs, row is sender, column is receiver\">\n",
      frame.width, frame.height);
  write_axes(page, view, frame);
  if (as_svg)
    write_cells(page, view, frame);
  else
    write_image(page, view, factor > 1 ? shrunk(view.grid, factor, view.lower) : view.grid, frame);
  page.raw("</svg>\n");
  write_legend(page, view, as_svg, factor == 1);
  page.raw("</div>\n");
  write_slowest(page, view, view.lower);
  page.raw("</div>\n</figure>\n");
}

}  // namespace

HeatmapBudget heatmap_budget(const Run& run) {
  constexpr std::size_t most_elements = 20'000, most_pixels = 8'000'000;
  HeatmapBudget budget;
  std::size_t elements = 0;
  for (const Matrix& matrix : run.matrices)
    if (const std::size_t side = capped_side(matrix, most_svg_rows + 1); side <= most_svg_rows)
      elements += side * side;
  budget.tooltips = elements <= most_elements;
  const auto pixels = [&] {
    std::size_t sum = 0;
    for (const Matrix& matrix : run.matrices) {
      const std::size_t side = capped_side(matrix, budget.max_side);
      if (side > most_svg_rows) sum += side * side;
    }
    return sum;
  };
  while (budget.max_side > 2 * most_svg_rows && pixels() > most_pixels) budget.max_side /= 2;
  return budget;
}

void write_heatmap(HtmlPage& page, const Run& run, const Matrix& matrix,
                   const HeatmapBudget& budget) {
  auto grid = grid_of(matrix);
  if (!grid) {
    page.add(
        "<p class=\"notice\"><svg aria-hidden=\"true\"><use href=\"#is-unknown\"/></svg>The pairs "
        "of "
        "{} at {} cannot be drawn: {}.</p>\n",
        html_name(matrix.step), text(matrix.size), html_text(grid.error().what));
    return;
  }
  const HeatmapView view = heatmap_view(run, matrix, std::move(*grid));
  if (view.facts.measured == 0) {
    page.add(
        "<p class=\"notice\"><svg aria-hidden=\"true\"><use href=\"#is-unknown\"/></svg>None of "
        "the "
        "pairs was measured at {}.</p>\n",
        text(matrix.size));
    return;
  }
  write_figure(page, view, budget);
}

}  // namespace weft

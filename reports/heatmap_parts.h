// The parts of a heat map around its cells: names, scale, frame, axes, legend.
#pragma once

#include <string>
#include <vector>

#include "model/run.h"
#include "reports/grid.h"
#include "reports/html_page.h"
#include "reports/words.h"

namespace weft {

struct Label {
  std::string full, brief;  // escaped; brief has lost its middle where it was long
  double width = 0;         // of brief, as drawn
};

// Everything one picture is made from.
struct HeatmapView {
  const Matrix& matrix;
  Grid grid;
  GridFacts facts;
  bool lower = false;                        // small values are the good ones
  std::vector<Label> labels;                 // one a row
  std::vector<double> limits, expectations;  // of the judgements of this step and size
  ColourScale colours;
  NumberScale scale;

  std::string colour(float value) const;
  std::string number(double value) const { return html_value(scale, value); }
};
HeatmapView heatmap_view(const Run& run, const Matrix& matrix, Grid grid);

// Where the cells lie in the picture, in its units (CSS pixels at full size).
struct PlotFrame {
  double left = 0, top = 0;  // of the cells
  double cell = 0, gap = 0, side = 0;
  double width = 0, height = 0;  // of the picture
};
PlotFrame frame_of(const HeatmapView& view, bool separate_cells);

std::string caption_of(const HeatmapView& view);
void write_axes(HtmlPage& page, const HeatmapView& view, const PlotFrame& frame);
// `each_pair`: a cell is a pair, not a block of them.
void write_legend(HtmlPage& page, const HeatmapView& view, bool hatched, bool each_pair);

}  // namespace weft
